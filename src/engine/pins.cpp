#include "src/engine/pins.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "src/core/invariant.hpp"
#include "src/text/case_json.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

namespace {

constexpr std::string_view kSchema = "gradvet.pin/1";

/// A file descriptor closed at the end of the scope; closing the lock file's releases the lock.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

std::string reason() { return std::strerror(errno); }

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

Result<std::string> text_member(const JsonValue& object, std::string_view key, bool is_required) {
  const JsonValue* member = object.find(key);
  if (member == nullptr && !is_required) return std::string();
  if (member == nullptr) return make_error(ErrorCode::kBadJson, "'" + std::string(key) + "' is missing");
  if (member->kind == JsonValue::Kind::kNull) return std::string();
  if (member->kind != JsonValue::Kind::kString)
    return make_error(ErrorCode::kBadJson, "'" + std::string(key) + "' is not a string");
  return member->text;
}

Result<Pin> read_pin(std::string_view line, ContractTable contracts) {
  const Result<JsonValue> parsed = parse_json(line);
  if (!parsed) return tl::unexpected(parsed.error());
  if (parsed->kind != JsonValue::Kind::kObject) return make_error(ErrorCode::kBadJson, "not a JSON object");
  std::array<std::string, 6> texts;
  constexpr std::array<std::string_view, 6> kKeys = {"schema",    "contract",  "kind",
                                                     "mechanism", "candidate", "profile"};
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    // A pin is a contract and its cases; the rest says where it came from.
    constexpr std::size_t kRequired = 2;
    Result<std::string> text = text_member(*parsed, kKeys[i], i < kRequired);
    if (!text) return tl::unexpected(text.error());
    texts[i] = std::move(*text);
    if (i == 0 && texts[0] != kSchema) break;
  }
  if (texts[0] != kSchema)
    return make_error(ErrorCode::kBadJson, "schema '" + texts[0] + "' is not '" + std::string(kSchema) + "'");
  Pin pin;
  const auto contract =
      std::ranges::find(contracts, texts[1], [](const Contract* c) { return c->info().id; });
  if (contract == contracts.end())
    return make_error(ErrorCode::kUnknownName, "no contract is called '" + texts[1] + "'");
  pin.contract = *contract;
  const std::optional<FindingKind> kind =
      texts[2].empty() ? FindingKind::kWrongValue : finding_kind_of(texts[2]);
  if (!kind) return make_error(ErrorCode::kBadJson, "'" + texts[2] + "' is no kind of finding");
  pin.kind = *kind;
  pin.mechanism = texts[3];
  pin.candidate = texts[4];
  pin.profile = texts[5];
  const JsonValue* cases = parsed->find("cases");
  if (cases == nullptr || cases->kind != JsonValue::Kind::kArray || cases->items.empty())
    return make_error(ErrorCode::kBadJson, "'cases' is missing or empty");
  for (const JsonValue& item : cases->items) {
    Result<Case> input = read_case(item, pin.contract->info().parameters);
    if (!input) return tl::unexpected(input.error());
    pin.cases.push_back(std::move(*input));
  }
  return pin;
}

bool is_same(const Pin& a, const Pin& b) { return a.contract == b.contract && a.cases == b.cases; }

bool is_before(const Pin& a, const Pin& b) {
  if (a.contract != b.contract) return a.contract->info().id < b.contract->info().id;
  // The case that shows the fault decides; then the history before it.
  if (const int order = a.contract->compare(a.cases.back(), b.cases.back())) return order < 0;
  if (a.cases.size() != b.cases.size()) return a.cases.size() < b.cases.size();
  for (std::size_t i = 0; i < a.cases.size(); ++i)
    if (const int order = a.contract->compare(a.cases[i], b.cases[i])) return order < 0;
  return false;
}

Result<void> write_whole(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path temporary = file.string() + "." + std::to_string(::getpid()) + ".tmp";
  const auto fail = [&](const char* what) -> Result<void> {
    Error error{ErrorCode::kCannotWrite,
                "cannot " + std::string(what) + " '" + temporary.string() + "': " + reason(),
                "check the folder's permissions and free space, or choose another file with --pins"};
    ::unlink(temporary.c_str());
    return tl::unexpected(std::move(error));
  };
  {
    const Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (out.number() < 0) return fail("create");
    for (std::size_t written = 0; written < text.size();) {
      const ssize_t count = ::write(out.number(), text.data() + written, text.size() - written);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return fail("write");
      written += static_cast<std::size_t>(count);
    }
    if (::fsync(out.number()) != 0) return fail("sync");
  }
  if (::rename(temporary.c_str(), file.c_str()) != 0) return fail("rename");
  const Descriptor handle(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.number() >= 0)
    ::fsync(handle.number());  // some file systems cannot sync a folder: not our failure
  return {};
}

/// The file's lines in order; `change` edits the readable and unreadable ones; written only where something
/// changed.
template <class Change>
Result<void> rewrite(const std::filesystem::path& file, ContractTable contracts, const Change& change) {
  const std::filesystem::path folder = folder_of(file);
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  // The folder itself is the lock: no lock file is left beside pins that are made to be committed.
  const Descriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.number() < 0)
    return make_error(ErrorCode::kCannotWrite, "cannot write pins to '" + file.string() + "': " + reason(),
                      "choose another file with --pins FILE, or --pins off");
  while (::flock(lock.number(), LOCK_EX) != 0)
    if (errno != EINTR)
      return make_error(ErrorCode::kCannotWrite, "cannot lock '" + folder.string() + "': " + reason(),
                        "choose a folder on another file system with --pins FILE");
  Result<PinFile> held = read_pins(file, contracts);
  if (!held) return tl::unexpected(held.error());
  if (!change(*held)) return {};
  std::ranges::stable_sort(held->pins, is_before);
  std::string text;
  for (const Pin& pin : held->pins) text += to_json_line(pin) + "\n";
  for (const UnreadablePin& line : held->unreadable) text += line.text + "\n";
  return write_whole(file, text);
}

}  // namespace

std::string to_json_line(const Pin& pin) {
  require_invariant(pin.contract != nullptr && !pin.cases.empty(), "a pin has a contract and a case");
  std::string out = "{\"schema\":\"" + std::string(kSchema) + "\",\"contract\":";
  append_json_string(out, pin.contract->info().id);
  out += ",\"cases\":[";
  for (std::size_t i = 0; i < pin.cases.size(); ++i) {
    if (i > 0) out += ',';
    append_case_json(out, pin.cases[i], pin.contract->info().parameters);
  }
  out += "],\"kind\":";
  append_json_string(out, to_text(pin.kind));
  out += ",\"mechanism\":";
  if (pin.mechanism.empty())
    out += "null";
  else
    append_json_string(out, pin.mechanism);
  out += ",\"candidate\":";
  append_json_string(out, pin.candidate);
  out += ",\"profile\":";
  append_json_string(out, pin.profile);
  return out + "}";
}

Result<PinFile> read_pins(const std::filesystem::path& file, ContractTable contracts) {
  PinFile held;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return held;
  if (std::filesystem::is_directory(file, ignored))
    return make_error(ErrorCode::kCannotRead, "'" + file.string() + "' is a folder, not a file of pins",
                      "name a file in it: --pins " + (file / "pins.jsonl").string());
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  if (!in || !(content << in.rdbuf()).good()) {
    if (!in || in.peek() != std::ifstream::traits_type::eof())
      return make_error(ErrorCode::kCannotRead, "cannot read pins from '" + file.string() + "': " + reason(),
                        "check that it is a readable file, or choose another with --pins FILE");
  }
  std::istringstream lines(content.str());
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    Result<Pin> pin = read_pin(line, contracts);
    if (pin) {
      pin->line = number;
      held.pins.push_back(std::move(*pin));
    } else {
      held.unreadable.push_back({number, line, pin.error().message});
    }
  }
  return held;
}

Result<void> add_pins(const std::filesystem::path& file, ContractTable contracts,
                      const std::vector<Pin>& pins) {
  return rewrite(file, contracts, [&pins](PinFile& held) {
    bool has_changed = false;
    for (const Pin& pin : pins) {
      if (std::ranges::any_of(held.pins, [&pin](const Pin& known) { return is_same(known, pin); })) continue;
      held.pins.push_back(pin);
      has_changed = true;
    }
    return has_changed;
  });
}

Result<void> remove_pins(const std::filesystem::path& file, ContractTable contracts,
                         const std::vector<std::size_t>& lines) {
  return rewrite(file, contracts, [&lines](PinFile& held) {
    const auto is_named = [&lines](const auto& entry) {
      return std::ranges::find(lines, entry.line) != lines.end();
    };
    return std::erase_if(held.pins, is_named) + std::erase_if(held.unreadable, is_named) > 0;
  });
}

}  // namespace gradvet
