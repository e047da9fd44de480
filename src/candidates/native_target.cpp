#include "src/candidates/native_target.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "src/candidates/elf_header.hpp"

namespace gradvet {

namespace {

constexpr int kFirstHeldDescriptor = 64;  // ChildBody::kept_descriptor

/// Which file it is, and whether it was written to.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  off_t bytes = 0;
  timespec written{};

  bool is_same_file(const FileIdentity& other) const {
    return device == other.device && inode == other.inode && is_same_content(other);
  }
  bool is_same_content(const FileIdentity& other) const {
    return bytes == other.bytes && written.tv_sec == other.written.tv_sec &&
           written.tv_nsec == other.written.tv_nsec;
  }
  static FileIdentity of(const struct stat& status) {
    return {status.st_dev, status.st_ino, status.st_size, status.st_mtim};
  }
};

/// Why what dlsym() found is nothing to be called, as the end of a sentence, or nothing. A name may belong to
/// one of the libraries that this one needs, or to a variable.
std::optional<std::string> why_no_own_function(void* library, void* found) {
  link_map* own = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&own)) != 0) return std::nullopt;
  Dl_info info{};
  void* map = nullptr;
  if (::dladdr1(found, &info, &map, RTLD_DL_LINKMAP) == 0) return "is no function";
  if (map != own)
    return std::string("is no function of the library itself: it comes from '") + info.dli_fname + "'";
  void* entry = nullptr;
  if (::dladdr1(found, &info, &entry, RTLD_DL_SYMENT) == 0 || entry == nullptr) return std::nullopt;
  const unsigned char type = ELF64_ST_TYPE(static_cast<const ElfW(Sym)*>(entry)->st_info);
  if (info.dli_saddr == found && (type == STT_OBJECT || type == STT_COMMON))
    return "is a variable, no function";
  return std::nullopt;
}

/// Whether what the loader found by this name is an object of 32 bits, as its symbol table says.
bool is_version_constant(const void* address) {
  Dl_info info{};
  void* entry = nullptr;
  if (::dladdr1(address, &info, &entry, RTLD_DL_SYMENT) == 0 || entry == nullptr) return false;
  const auto* const symbol = static_cast<const ElfW(Sym)*>(entry);
  return ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size == sizeof(std::uint32_t);
}

class LibraryTarget final : public NativeTarget {
 public:
  LibraryTarget(std::string path, std::string symbol) : path_(std::move(path)), symbol_(std::move(symbol)) {}
  LibraryTarget(const LibraryTarget&) = delete;
  LibraryTarget& operator=(const LibraryTarget&) = delete;
  ~LibraryTarget() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  Result<void> inspect() override {
    // A slash keeps dlopen from looking elsewhere, and the worker may change its folder.
    absolute_ = std::filesystem::absolute(path_).string();
    const int opened =
        ::open(absolute_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a FIFO would wait for a writer
    if (opened >= 0) {
      descriptor_ = ::fcntl(opened, F_DUPFD_CLOEXEC, kFirstHeldDescriptor);
      ::close(opened);
    }
    if (descriptor_ < 0)
      return make_error(ErrorCode::kNoSuchFile, quoted() + " cannot be read: " + std::strerror(errno));
    std::array<unsigned char, 64> beginning{};
    const ssize_t got = ::pread(descriptor_, beginning.data(), beginning.size(), 0);
    const std::size_t held = got > 0 ? static_cast<std::size_t>(got) : 0;
    std::optional<std::string> why = why_no_shared_library({beginning.data(), held});
    if (!why) why = why_not_loadable(descriptor_);
    if (why)
      return make_error(ErrorCode::kNotExecutable, quoted() + " " + *why,
                        "build a shared library for this machine: cc -shared -fPIC -o " + path_ + " mine.c");
    identity_ = identity_of_held();
    return {};
  }

  Result<NativeFunction> load() override {
    struct stat now {};
    const bool is_in_place =
        ::stat(absolute_.c_str(), &now) == 0 && FileIdentity::of(now).is_same_file(identity_);
    const std::string held = "/proc/self/fd/" + std::to_string(descriptor_);
    void* const library = ::dlopen(is_in_place ? absolute_.c_str() : held.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      return make_error(ErrorCode::kStartFailed, quoted() + " cannot be loaded: " + ::dlerror(),
                        "link it with everything that it needs");
    const auto* const version = static_cast<const std::uint32_t*>(::dlsym(library, "gradvet_abi_version"));
    void* const function = ::dlsym(library, symbol_.c_str());
    if (function == nullptr)
      return make_error(ErrorCode::kMissingSymbol, quoted() + " exports no symbol '" + symbol_ + "'",
                        "export it (in C++ as extern \"C\"), or name one: " + path_ + ":my_symbol");
    if (const std::optional<std::string> why = why_no_own_function(library, function))
      return make_error(ErrorCode::kMissingSymbol, "'" + symbol_ + "' " + *why,
                        "name a function that " + quoted() + " defines: " + path_ + ":my_symbol");
    if (version == nullptr)
      return make_error(ErrorCode::kAbiMismatch, quoted() + " exports no symbol 'gradvet_abi_version'",
                        "include gradvet.h where '" + symbol_ +
                            "' is defined, or export a 32-bit constant of that name and value " +
                            std::to_string(GRADVET_ABI_VERSION));
    if (!is_version_constant(version))
      return make_error(ErrorCode::kAbiMismatch,
                        "'gradvet_abi_version' of " + quoted() + " is no 32-bit constant",
                        "include gradvet.h where '" + symbol_ + "' is defined, and leave the name to it");
    if (*version != GRADVET_ABI_VERSION)
      return make_error(ErrorCode::kAbiMismatch,
                        quoted() + " is built for version " + std::to_string(*version) +
                            " of the C ABI, this gradvet speaks version " +
                            std::to_string(GRADVET_ABI_VERSION),
                        "build it with the gradvet.h of this gradvet");
    return NativeFunction(reinterpret_cast<gradvet_function>(function));
  }

  Result<void> check_unchanged() const override {
    if (identity_of_held().is_same_content(identity_)) return {};
    return make_error(ErrorCode::kStartFailed, quoted() + " was overwritten while it was vetted",
                      "run again; a linker that replaces the file does no harm");
  }

  OtherDescriptors other_descriptors() const override { return OtherDescriptors::kClosed; }
  std::optional<int> kept_descriptor() const override { return descriptor_; }

 private:
  std::string quoted() const { return "'" + path_ + "'"; }

  FileIdentity identity_of_held() const {
    struct stat status {};
    ::fstat(descriptor_, &status);
    return FileIdentity::of(status);
  }

  std::string path_;
  std::string absolute_;
  std::string symbol_;
  int descriptor_ = -1;
  FileIdentity identity_;
};

class FunctionTarget final : public NativeTarget {
 public:
  explicit FunctionTarget(NativeFunction function) : function_(std::move(function)) {}
  Result<void> inspect() override { return {}; }
  Result<NativeFunction> load() override { return function_; }
  Result<void> check_unchanged() const override { return {}; }
  OtherDescriptors other_descriptors() const override { return OtherDescriptors::kKept; }

 private:
  NativeFunction function_;
};

}  // namespace

std::unique_ptr<NativeTarget> make_library_target(std::string path, std::string symbol) {
  return std::make_unique<LibraryTarget>(std::move(path), std::move(symbol));
}

std::unique_ptr<NativeTarget> make_function_target(NativeFunction function) {
  return std::make_unique<FunctionTarget>(std::move(function));
}

}  // namespace gradvet
