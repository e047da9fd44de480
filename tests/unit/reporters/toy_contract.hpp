#pragma once

#include "src/core/contract.hpp"
#include "src/core/reporter.hpp"

namespace gradvet {

/// A contract of two parameters, `rows` (matrix of values) and `counts`, with one mechanism: enough to be
/// named, drawn and replayed in reports. It is never asked what is true.
class ToyContract final : public Contract {
 public:
  ToyContract();
  const ContractInfo& info() const override { return info_; }
  std::optional<std::string> refuse(const Case&, const Profile&) const override;
  void expect(const Case&, ExactAnswer&) const override {}
  void allow(const Case&, const Profile&, Allowance&) const override {}
  std::optional<double> settle(const Case&, const Profile&, std::span<const double>) const override {
    return {};
  }
  ClassSet draw(std::uint64_t, int, const DrawLimits&, const Profile&, Case&) const override { return 0; }
  std::span<const std::string_view> class_names() const override { return {}; }
  void shrinks(const Case&, const Profile&, std::vector<Case>&) const override {}
  Scope scope_within(std::uint64_t, const ScopeRequest&, const DrawLimits&, const Profile&) const override {
    return {};
  }
  std::uint64_t count_cases(const Scope&, const Profile&, std::uint64_t) const override { return 0; }
  std::unique_ptr<CaseStream> enumerate(const Scope&, const Profile&) const override { return nullptr; }
  int compare(const Case&, const Case&) const override { return 0; }
  std::vector<Fixture> fixtures(int) const override { return {}; }
  std::string python_checks() const override { return "check('one', lambda: solve([[1*N]], [1]), [1*N])\n"; }
  const Form& repair() const override { return repair_; }
  std::span<const Mechanism> mechanisms() const override { return {&mechanism_, 1}; }
  std::span<const Form* const> honest_forms() const override { return {}; }
  std::span<const Law> laws() const override { return {}; }
  std::vector<Case> probes() const override { return {}; }

  /// A case with `counts.size()` rows of equal width.
  Case make_case(const std::vector<double>& rows, const std::vector<std::int64_t>& counts) const;

 private:
  ContractInfo info_;
  Form repair_;
  Form failure_;
  Form unsuccessful_fix_;
  Mechanism mechanism_;
};

/// A run of `toy.py:solve` that found the least case [[1.0]], [2]: expected 1/2, got 1.
RunReport broken_run(const ToyContract& contract);

/// A run that held on 10,007 cases.
RunReport held_run(const ToyContract& contract);

/// A broken run in which every text that a candidate, a file or a user brings is made to break out of a
/// report: ESC, NUL, CR, newlines, `]]>`, `<script>`, `::error`, `](`, backticks, quotes, invalid UTF-8.
RunReport hostile_run(const ToyContract& contract);

/// What the reporter writes of these runs in a session of version 0.1.0, seed 1, `gradvet vet toy.py`.
std::string report_text(const Reporter& reporter, const std::vector<RunReport>& runs);

/// The first block of a page in this language, as it is there; empty where there is none.
std::string block_of(const std::string& page_file, const std::string& language);

/// The first JSON example of a page, without spaces; empty (and a failure) where it is no JSON.
std::string example_of(const std::string& page_file);

}  // namespace gradvet
