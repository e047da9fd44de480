#include "src/cli/map_flags.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "src/cli/flags.hpp"

namespace gradvet {

namespace {

constexpr std::string_view kStdout = "-";

}  // namespace

void add_map_flags(CLI::App& command, MapFlags& flags) {
  add_value(command, "--json", flags.json, "PATH", "write known mistakes as data; - is stdout");
  add_value(command, "--html", flags.html, "PATH", "the same for a browser");
}

Result<std::optional<MapFiles::File>> MapFiles::open_file(const std::optional<std::string>& path,
                                                          Environment& environment) {
  if (!path) return std::optional<File>();
  File file;
  file.path = *path;
  if (*path == kStdout) {
    file.standard_output = &environment.out;
    return file;
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(*path, ignored))
    return make_error(ErrorCode::kCannotWrite, fmt::format("the failure map '{}' is a folder", *path),
                      "name a file in it");
  file.file.open(*path, std::ios::binary);
  if (!file.file)
    return make_error(ErrorCode::kCannotWrite, fmt::format("the failure map '{}' cannot be written", *path),
                      "its folder must exist and be writable");
  return file;
}

Result<MapFiles> MapFiles::open(const MapFlags& flags, Environment& environment) {
  if (flags.json && flags.html && *flags.json == *flags.html)
    return make_error(ErrorCode::kBadFlagValue,
                      fmt::format("--json and --html are both to be written to '{}'", *flags.json),
                      "give each a path of its own");
  MapFiles files;
  Result<std::optional<File>> json = open_file(flags.json, environment);
  if (!json) return tl::unexpected(json.error());
  Result<std::optional<File>> html = open_file(flags.html, environment);
  if (!html) return tl::unexpected(html.error());
  files.json_ = std::move(*json);
  files.html_ = std::move(*html);
  return files;
}

Result<void> MapFiles::write_file(std::optional<File>& file, const std::string& text) {
  std::ostream& out = file->standard_output != nullptr ? *file->standard_output : file->file;
  out << text;
  out.flush();
  if (out) return {};
  return make_error(ErrorCode::kCannotWrite,
                    fmt::format("the failure map '{}' could not be written", file->path),
                    "is the disk full?");
}

Result<void> MapFiles::write(const FailureMap& map) {
  if (json_) {
    Result<void> written = write_file(json_, failure_map_json(map));
    if (!written) return written;
  }
  return html_ ? write_file(html_, failure_map_html(map)) : Result<void>();
}

}  // namespace gradvet
