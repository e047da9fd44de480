#include "src/cli/pin_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "src/cli/messages.hpp"

namespace gradvet {

namespace {

Pin pin_of(const RunReport& run, const Finding& finding) {
  Pin pin;
  pin.contract = run.contract;
  pin.cases = finding.cases;
  pin.kind = finding.kind;
  if (finding.mistake) pin.mechanism = finding.mistake->mechanism->id;
  pin.candidate = portable_name(run.candidate);
  pin.profile = to_text(run.profile);
  return pin;
}

}  // namespace

std::string portable_name(const std::string& candidate) {
  std::string out;
  for (std::size_t from = 0; from < candidate.size();) {
    const std::size_t space = std::min(candidate.find(' ', from), candidate.size());
    const std::string_view word = std::string_view(candidate).substr(from, space - from);
    const bool is_command = from == 0 && word.starts_with("exec:/");
    if (is_command) out += "exec:";
    // An absolute path says nothing on another machine; its last part does.
    const bool is_absolute = is_command || word.starts_with('/');
    out += is_absolute ? word.substr(word.rfind('/') + 1) : word;
    if (space < candidate.size()) out += ' ';
    from = space + 1;
  }
  return out;
}

Result<PinStore> PinStore::read(const std::optional<std::string>& flag, const Environment& environment) {
  PinStore store;
  if (flag == "off") return store;
  store.file_ = flag.value_or(kDefaultFile);
  Result<PinFile> content = read_pins(store.file_, environment.contracts);
  if (!content) return tl::unexpected(content.error());
  for (const UnreadablePin& line : content->unreadable)
    print_warning(environment.err,
                  fmt::format("{}:{} is no pin and is left as it is: {}", store.file_, line.line, line.why));
  store.content_ = std::move(*content);
  return store;
}

std::vector<Pin> PinStore::pins_of(const Contract& contract) const {
  std::vector<Pin> own;
  for (const Pin& pin : content_.pins)
    if (pin.contract == &contract) own.push_back(pin);
  return own;
}

void PinStore::add_findings(std::vector<RunReport>& runs, const Environment& environment) const {
  if (file_.empty()) return;
  std::vector<Pin> pins;
  for (const RunReport& run : runs)
    for (const Finding& finding : run.findings) pins.push_back(pin_of(run, finding));
  if (pins.empty()) return;
  if (const Result<void> added = add_pins(file_, environment.contracts, pins); !added) {
    print_warning(environment.err, fmt::format("{}; not pinned:", added.error().message));
    for (const Pin& pin : pins) environment.err << to_json_line(pin) << '\n';
    return;
  }
  const Result<PinFile> written = read_pins(file_, environment.contracts);
  if (!written) return;
  for (RunReport& run : runs) {
    for (Finding& finding : run.findings) {
      const auto pinned = std::find_if(written->pins.begin(), written->pins.end(), [&](const Pin& pin) {
        return pin.contract == run.contract && pin.cases == finding.cases;
      });
      if (pinned != written->pins.end()) finding.pin_line = pinned->line;
    }
  }
}

}  // namespace gradvet
