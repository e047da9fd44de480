#include "src/cli/commands/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"
#include "src/reporters/failure_map.hpp"

namespace gradvet {

namespace {

using Row = std::array<std::string_view, 3>;

/// Three columns, the last one as long as it likes.
void write_rows(const std::vector<Row>& rows, std::ostream& out) {
  std::size_t first = 0;
  std::size_t second = 0;
  for (const Row& row : rows) {
    first = std::max(first, row[0].size());
    second = std::max(second, row[1].size());
  }
  for (const Row& row : rows) {
    const std::string line = second == 0
                                 ? fmt::format("{:<{}}  {}", row[0], first, row[2])
                                 : fmt::format("{:<{}}  {:<{}}  {}", row[0], first, row[1], second, row[2]);
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

void list_contracts(Environment& environment) {
  std::vector<std::string> calls;
  for (const Contract* contract : environment.contracts) calls.push_back(call_text(contract->info()));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < calls.size(); ++i)
    rows.push_back(
        {calls[i], environment.contracts[i]->info().alias, environment.contracts[i]->info().statement});
  write_rows(rows, environment.out);
}

void list_mechanisms(Environment& environment) {
  std::vector<Row> rows;
  for (const Contract* contract : environment.contracts)
    for (const Mechanism& mechanism : contract->mechanisms())
      rows.push_back({mechanism.id, mechanism.alias, mechanism.title});
  write_rows(rows, environment.out);
}

void list_candidates(Environment& environment) {
  std::vector<Row> rows = {{"path.py[:function]", "", "a Python function (solve)"},
                           {"path.so[:symbol]", "", "a shared library with the C interface (gradvet_solve)"},
                           {"exec:command line", "", "any program that speaks JSON Lines"}};
  std::vector<std::string> words;
  std::vector<std::string_view> sentences;
  for (const Form* form : environment.builtins) {
    words.push_back(fmt::format("builtin:{}", form->id));
    sentences.push_back(form->sentence);
  }
  for (std::size_t i = 0; i < words.size(); ++i) rows.push_back({words[i], "", sentences[i]});
  write_rows(rows, environment.out);
}

void list_reporters(Environment& environment) {
  std::vector<Row> rows;
  for (const ReporterEntry& entry : environment.reporters) rows.push_back({entry.name, "", entry.line});
  write_rows(rows, environment.out);
}

struct Listing {
  std::string_view name;
  void (*write)(Environment&);
};

constexpr std::array<Listing, 4> kListings = {{
    {"contracts", &list_contracts},
    {"mechanisms", &list_mechanisms},
    {"candidates", &list_candidates},
    {"reporters", &list_reporters},
}};

Result<ExitCode> run_list(const std::string& what, Environment& environment) {
  std::vector<std::string_view> names;
  for (const Listing& listing : kListings) {
    names.push_back(listing.name);
    if (listing.name != what && !what.empty()) continue;
    if (what.empty()) environment.out << (names.size() == 1 ? "" : "\n") << listing.name << ":\n";
    listing.write(environment);
    if (!what.empty()) return ExitCode::kHeld;
  }
  if (what.empty()) return ExitCode::kHeld;
  return tl::unexpected(
      unknown_name("list", what, names, "there are contracts, mechanisms, candidates and reporters"));
}

}  // namespace

CommandRun declare_list(CLI::App& command) {
  const auto what = std::make_shared<std::string>();
  add_word(command, "WHAT", *what, Presence::kOptional,
           "contracts, mechanisms, candidates or reporters; all without it");
  return [what](Environment& environment) { return run_list(*what, environment); };
}

}  // namespace gradvet
