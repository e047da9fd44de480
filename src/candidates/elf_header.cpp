#include "src/candidates/elf_header.hpp"

#include <elf.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

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

using FileHeader = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using DynamicEntry = ElfW(Dyn);

/// Reads values at a position of the file; false where it ends before them.
template <class T>
bool read_at(int descriptor, std::uint64_t position, std::vector<T>& out) {
  const std::size_t bytes = out.size() * sizeof(T);
  return ::pread(descriptor, out.data(), bytes, static_cast<off_t>(position)) == static_cast<ssize_t>(bytes);
}

/// Whether the dynamic section says that the file is a position-independent program (DF_1_PIE; others have
/// none of it and are told by the loader).
bool is_program(int descriptor, const Segment& dynamic) {
  constexpr std::uint64_t kMostEntries = 4096;
  std::vector<DynamicEntry> entries(
      std::min<std::uint64_t>(dynamic.p_filesz / sizeof(DynamicEntry), kMostEntries));
  return read_at(descriptor, dynamic.p_offset, entries) &&
         std::any_of(entries.begin(), entries.end(), [](const DynamicEntry& entry) {
           return entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE) != 0;
         });
}

}  // namespace

std::optional<std::string> why_not_loadable(int descriptor) {
  struct stat status {};
  std::vector<FileHeader> header(1);
  const std::string cut_off = "is cut off: it ends before its segments do";
  if (::fstat(descriptor, &status) != 0 || !read_at(descriptor, 0, header)) return cut_off;
  std::vector<Segment> segments(header[0].e_phnum);
  if (!read_at(descriptor, header[0].e_phoff, segments)) return cut_off;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  for (const Segment& segment : segments) {
    const bool is_held = segment.p_offset <= size && segment.p_filesz <= size - segment.p_offset;
    if (segment.p_type == PT_LOAD && !is_held) return cut_off;
    if (segment.p_type == PT_DYNAMIC && is_program(descriptor, segment))
      return "is a program, not a shared library";
  }
  return std::nullopt;
}

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
