#include "src/candidates/elf_header.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>

namespace gradvet {
namespace {

using Header = std::array<unsigned char, sizeof(Elf64_Ehdr)>;

/// The header of this very test, which is a program of this machine, with a type of our choice.
Header header_of_type(unsigned char type) {
  Header header{};
  std::ifstream("/proc/self/exe", std::ios::binary)
      .read(reinterpret_cast<char*>(header.data()), header.size());
  header[offsetof(Elf64_Ehdr, e_type)] = type;
  return header;
}

TEST(ElfHeader, TakesASharedLibraryOfThisMachine) {
  EXPECT_EQ(why_no_shared_library(header_of_type(ET_DYN)), std::nullopt);
}

TEST(ElfHeader, TellsObjectsAndProgramsFromLibraries) {
  EXPECT_EQ(why_no_shared_library(header_of_type(ET_REL)), "is an object file that was not linked");
  EXPECT_EQ(why_no_shared_library(header_of_type(ET_EXEC)), "is a program, not a shared library");
}

TEST(ElfHeader, NamesTheMachineThatALibraryIsFor) {
  Header header = header_of_type(ET_DYN);
  header[offsetof(Elf64_Ehdr, e_machine)] = EM_SPARC;
  EXPECT_THAT(why_no_shared_library(header).value(),
              testing::StartsWith("is built for machine 2, gradvet runs on "));
  header = header_of_type(ET_DYN);
  header[EI_CLASS] = ELFCLASS32;
  EXPECT_THAT(why_no_shared_library(header).value(), testing::HasSubstr("(32 bits)"));
}

TEST(ElfHeader, RefusesEverythingElse) {
  EXPECT_EQ(why_no_shared_library({}), "is no ELF file");
  const Header header = header_of_type(ET_DYN);
  EXPECT_EQ(why_no_shared_library(std::span(header).first(10)), "is no ELF file");
  std::array<unsigned char, 40> script{'#', '!', '/'};
  EXPECT_EQ(why_no_shared_library(script), "is no ELF file");
  Header swapped = header;
  swapped[EI_DATA] = 3 - swapped[EI_DATA];
  EXPECT_EQ(why_no_shared_library(swapped), "has the other byte order");
}

}  // namespace
}  // namespace gradvet
