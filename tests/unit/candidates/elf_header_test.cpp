#include "src/candidates/elf_header.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

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

class ElfSegments : public ::testing::Test {
 protected:
  /// What is wrong with so much of this file.
  static std::optional<std::string> verdict(const std::string& path, std::size_t bytes) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> copy(std::tmpfile(), &std::fclose);
    std::ifstream file(path, std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(file)), {});
    content.resize(std::min(content.size(), bytes));
    std::fwrite(content.data(), 1, content.size(), copy.get());
    std::fflush(copy.get());
    return why_not_loadable(::fileno(copy.get()));
  }
  static constexpr std::size_t kAll = ~std::size_t{0};
  const std::string library_ = std::string(GRADVET_NATIVE_FIXTURES) + "/vector_mean.so";
};

TEST_F(ElfSegments, TakesAWholeLibrary) { EXPECT_EQ(verdict(library_, kAll), std::nullopt); }

TEST_F(ElfSegments, TellsALibraryThatIsCutOff) {
  for (const std::size_t bytes : {64U, 100U, 3000U})
    EXPECT_EQ(verdict(library_, bytes), "is cut off: it ends before its segments do") << bytes;
}

TEST_F(ElfSegments, TellsAPositionIndependentProgram) {
  EXPECT_EQ(verdict("/bin/sh", kAll), "is a program, not a shared library");
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
