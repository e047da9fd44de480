#include "src/engine/mistakes.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace gradvet {

namespace {

/// Probes on which a form or formula must agree with a wrong answer before it is considered: so many, and one
/// wrong answer in so many.
constexpr int kFewestProbes = 3;
constexpr int kProbeShare = 10;
/// More formulas than these to cover what no form covers are chance, not mistakes.
constexpr std::size_t kMostFormulas = 2;
/// Beside an unknown mistake a formula must cover one in so many of the wrong values that no form covers.
constexpr std::uint64_t kLeastShare = 5;

bool has_formula(const std::vector<bool>& formulas, std::size_t index) {
  return index < formulas.size() && formulas[index];
}

}  // namespace

bool Mistakes::is_less(Phase phase, const Case& input, const Group& than) const {
  // What the exhaustive phase found carries its proof.
  const bool is_proved = phase == Phase::kExhaustive, other_is_proved = than.phase == Phase::kExhaustive;
  if (is_proved != other_is_proved) return is_proved;
  return trial_.contract().compare(input, than.least.input) < 0;
}

void Mistakes::learn(std::span<const Probe> probes) {
  Judge judge(trial_.contract(), trial_.profile());
  std::array<int, 64> agreeing{};
  for (const Probe& probe : probes) {
    // One microbatch alone tells few forms apart.
    if (probe.input.microbatches() < 2 || !judge.judge(probe.input, probe.outcome).is_broken()) continue;
    broken_probes_.push_back(probe);
    FormSet forms = agreeing_forms(trial_, probe.input, probe.outcome);
    for (; forms != 0; forms &= forms - 1) ++agreeing[static_cast<std::size_t>(std::countr_zero(forms))];
  }
  for (std::size_t bit = 0; bit < agreeing.size(); ++bit)
    if (agreeing[bit] >= fewest_probes()) possible_forms_ |= FormSet{1} << bit;
}

/// Most candidates never come here: there are hundreds of formulas, and forms account for all they do.
void Mistakes::learn_formulas() {
  if (has_learnt_formulas_) return;
  has_learnt_formulas_ = true;
  std::vector<int> agreeing(formulas_.size(), 0);
  for (const Probe& probe : broken_probes_) {
    const std::vector<bool> formulas = formulas_.agreeing(trial_, probe);
    for (std::size_t i = 0; i < formulas.size(); ++i) agreeing[i] += formulas[i];
  }
  for (std::size_t i = 0; i < formulas_.size(); ++i)
    if (agreeing[i] >= fewest_probes()) possible_formulas_.push_back(i);
}

int Mistakes::fewest_probes() const {
  return std::max(kFewestProbes, static_cast<int>(broken_probes_.size()) / kProbeShare);
}

std::vector<bool> Mistakes::possible_formulas_agreeing(const Case& input, const Outcome& outcome) const {
  if (possible_formulas_.empty()) return {};
  return formulas_.agreeing(trial_, make_probe(trial_, input, outcome), possible_formulas_);
}

void Mistakes::add(Phase phase, const BrokenCase& broken, std::uint64_t ordinal) {
  const FormSet forms = compatible_forms(trial_, broken.input, broken.outcome, possible_forms_);
  std::vector<bool> formulas;
  if (forms == 0) {
    learn_formulas();
    formulas = possible_formulas_agreeing(broken.input, broken.outcome);
  }
  Group& group = groups_[{forms, std::move(formulas)}];
  if (group.cases++ == 0 || is_less(phase, broken.input, group)) {
    group.phase = phase;
    group.least = broken;
    group.ordinal = ordinal;
  }
}

std::uint64_t Mistakes::cases_of(const std::vector<const Entry*>& entries) {
  std::uint64_t cases = 0;
  for (const Entry* entry : entries) cases += entry->second.cases;
  return cases;
}

bool Mistakes::covers(const Account& account, const Entry& entry) {
  return (entry.first.first & account.form) != 0 ||
         (account.formula && has_formula(entry.first.second, *account.formula));
}

/// Takes accounts, the one that covers the most uncovered cases first, until none covers any.
void Mistakes::cover(std::vector<Account> choices, std::vector<const Entry*>& uncovered,
                     std::vector<Account>& accounts) {
  while (!uncovered.empty()) {
    const Account* widest = nullptr;
    std::uint64_t most = 0;
    for (const Account& choice : choices) {
      std::uint64_t cases = 0;
      for (const Entry* entry : uncovered)
        if (covers(choice, *entry)) cases += entry->second.cases;
      if (cases > most) {
        most = cases;
        widest = &choice;
      }
    }
    if (widest == nullptr) return;
    accounts.push_back(*widest);
    std::erase_if(uncovered, [widest](const Entry* entry) { return covers(*widest, *entry); });
  }
}

std::vector<Account> Mistakes::accounts(std::vector<const Entry*>& uncovered) const {
  std::vector<Account> forms, formulas, chosen;
  for (std::size_t bit = 0; bit < 2 * trial_.contract().mechanisms().size(); ++bit)
    forms.push_back({.form = FormSet{1} << bit, .formula = {}, .other_forms = 0});
  for (const std::size_t i : possible_formulas_)
    formulas.push_back({.form = 0, .formula = i, .other_forms = 0});
  cover(forms, uncovered, chosen);
  const std::uint64_t without_form = cases_of(uncovered);
  std::vector<Account> by_formula;
  cover(formulas, uncovered, by_formula);
  if (by_formula.size() <= kMostFormulas && uncovered.empty()) {
    chosen.insert(chosen.end(), by_formula.begin(), by_formula.end());
    return chosen;
  }
  // Something unknown is at work, which agrees with a formula here and there by chance.
  for (const Account& account : by_formula) {
    std::uint64_t cases = 0;
    for (const Entry& entry : groups_)
      if (covers(account, entry)) cases += entry.second.cases;
    if (cases * kLeastShare >= without_form) chosen.push_back(account);
  }
  uncovered.clear();
  for (const Entry& entry : groups_)
    if (std::ranges::none_of(chosen, [&entry](const Account& account) { return covers(account, entry); }))
      uncovered.push_back(&entry);
  return chosen;
}

std::vector<DistinctMistake> Mistakes::distinct() const {
  std::vector<const Entry*> uncovered;
  for (const Entry& entry : groups_) uncovered.push_back(&entry);
  std::vector<Account> chosen = accounts(uncovered);
  FormSet forms = 0;
  for (const Account& account : chosen) forms |= account.form;

  std::vector<DistinctMistake> mistakes;
  for (Account& account : chosen) {
    account.other_forms = forms & ~account.form;
    std::vector<const Entry*> own;
    for (const Entry& entry : groups_)
      if (covers(account, entry) && (entry.first.first & account.other_forms) == 0) own.push_back(&entry);
    // One that was widest at first may be covered by narrower ones that came later.
    if (!own.empty()) mistakes.push_back(mistake_of(account, own));
  }
  if (!uncovered.empty())
    mistakes.push_back(mistake_of({.form = 0, .formula = {}, .other_forms = forms}, uncovered));
  return mistakes;
}

DistinctMistake Mistakes::mistake_of(const Account& account, const std::vector<const Entry*>& own) const {
  const Group* least = &own.front()->second;
  for (const Entry* entry : own) {
    if (is_less(entry->second.phase, entry->second.least.input, *least)) least = &entry->second;
  }
  return {account, least->phase, least->least, least->ordinal, cases_of(own)};
}

void Mistakes::name(const DistinctMistake& mistake, Finding& finding) const {
  if (finding.mistake || finding.formula) return;
  if (mistake.account.form != 0) {
    const auto bit = static_cast<std::size_t>(std::countr_zero(mistake.account.form));
    const Mechanism& mechanism = trial_.contract().mechanisms()[bit / 2];
    const Form* form = bit % 2 == 0 ? mechanism.failure : mechanism.unsuccessful_fix;
    finding.mistake = NamedMistake{&mechanism, form->role, 0, mistake.cases};
  } else if (mistake.account.formula) {
    finding.formula = FormulaMatch{formulas_.text(*mistake.account.formula), 0, mistake.cases};
  }
}

bool Mistakes::has_account(const Account& account, const Case& input, const Outcome& outcome) const {
  const FormSet forms = compatible_forms(trial_, input, outcome, possible_forms_);
  if ((forms & account.other_forms) != 0) return false;
  if (account.form != 0) return (forms & account.form) != 0;
  if (!account.formula) return true;
  return has_formula(possible_formulas_agreeing(input, outcome), *account.formula);
}

}  // namespace gradvet
