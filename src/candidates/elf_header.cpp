#include "src/candidates/elf_header.hpp"

#include <elf.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace gradvet {

namespace {

constexpr int kOwnClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr int kOwnData = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
#if defined(__x86_64__)
constexpr int kOwnMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int kOwnMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr int kOwnMachine = EM_RISCV;
#elif defined(__powerpc64__)
constexpr int kOwnMachine = EM_PPC64;
#elif defined(__s390x__)
constexpr int kOwnMachine = EM_S390;
#else
constexpr int kOwnMachine = EM_NONE;  // unknown here: the loader has the word
#endif

std::string machine_name(int machine) {
  switch (machine) {
    case EM_386:
      return "i386";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "32-bit Arm";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC64:
      return "ppc64";
    case EM_S390:
      return "s390x";
    default:
      return "machine " + std::to_string(machine);
  }
}

}  // namespace

std::optional<std::string> why_no_shared_library(std::span<const unsigned char> beginning) {
  Elf64_Ehdr header{};  // its first fields, up to e_machine, are those of the 32-bit one too
  if (beginning.size() < EI_NIDENT + 4 || std::memcmp(beginning.data(), ELFMAG, SELFMAG) != 0)
    return "is no ELF file";
  std::memcpy(&header, beginning.data(), std::min(beginning.size(), sizeof header));
  if (header.e_ident[EI_DATA] != kOwnData) return "has the other byte order";
  const bool is_other_machine = kOwnMachine != EM_NONE && header.e_machine != kOwnMachine;
  if (is_other_machine || header.e_ident[EI_CLASS] != kOwnClass)
    return "is built for " + machine_name(header.e_machine) +
           (header.e_ident[EI_CLASS] == ELFCLASS32 ? " (32 bits)" : "") + ", gradvet runs on " +
           machine_name(kOwnMachine);
  if (header.e_type == ET_REL) return "is an object file that was not linked";
  if (header.e_type != ET_DYN) return "is a program, not a shared library";
  return std::nullopt;
}

}  // namespace gradvet
