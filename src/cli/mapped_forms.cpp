#include "src/cli/mapped_forms.hpp"

#include "oracles/float_format.hpp"
#include "src/candidates/builtin_candidate.hpp"
#include "src/cli/python_program.hpp"
#include "src/core/invariant.hpp"
#include "src/engine/observe.hpp"
#include "src/engine/trial.hpp"
#include "src/text/sha256.hpp"

namespace gradvet {

namespace {

/// What a program asks with ==; the judge would forgive rounding.
bool is_equal(const Answer& answer, const Fixture& fixture) {
  if (answer.shape != fixture.expected_shape || answer.rows != fixture.expected_rows ||
      answer.numbers.size() != fixture.expected.size())
    return false;
  for (std::size_t i = 0; i < answer.numbers.size(); ++i)
    if (answer.numbers[i] != encode(fixture.expected[i].value, float_format(NumberFormat::kFloat64)))
      return false;
  return true;
}

/// What the form gives; "undefined" where it divides by zero, for which float64 has values and Python none.
std::vector<Observation> observe_form(const Contract& contract, const Form& form,
                                      const std::vector<Fixture>& fixtures) {
  const std::unique_ptr<Candidate> candidate = make_builtin_candidate(std::string(form.id), form);
  const Profile profile;
  require_invariant(candidate->open(contract, profile, CandidateLimits{}).has_value(),
                    "a form belongs to another contract");
  std::vector<Case> cases;
  for (const Fixture& fixture : fixtures) cases.push_back(fixture.input);
  Trial trial(*candidate, contract, profile);
  require_invariant(trial.run(cases, TokenText::kKept).has_value(), "a built-in form could not be run");
  std::vector<Observation> observations = observations_of(fixtures, trial);
  ExactAnswer exact;
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    std::string& actual = observations[i].actual;
    observations[i].passed = is_equal(std::get<Answer>(trial.outcomes()[i]), fixtures[i]);
    if (contract.info().result_kind == ResultKind::kInteger && actual.ends_with(".0"))
      actual.resize(actual.size() - 2);
    if (!form.compute_exactly(fixtures[i].input, exact)) actual = "\"undefined\"";
  }
  return observations;
}

}  // namespace

MappedVariant map_variant(const Contract& contract, const Mechanism& mechanism, int variant,
                          std::string_view version) {
  MappedVariant mapped{variant, contract.fixtures(variant), {}};
  for (Fixture& fixture : contract.own_fixtures(mechanism, variant))
    mapped.fixtures.push_back(std::move(fixture));
  for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix, &contract.repair()}) {
    if (form == nullptr || form->python.empty()) continue;
    std::string python = python_program(contract, *form, &mechanism, variant, version);
    std::string digest = sha256_hex(python);
    mapped.programs.push_back(MappedProgram{form, std::move(python), std::move(digest),
                                            observe_form(contract, *form, mapped.fixtures)});
  }
  return mapped;
}

MappedMechanism map_mechanism(const Contract& contract, const Mechanism& mechanism,
                              std::string_view version) {
  MappedMechanism mapped{&contract, &mechanism, {}};
  for (int variant = 1; variant <= kMappedVariants; ++variant)
    mapped.variants.push_back(map_variant(contract, mechanism, variant, version));
  return mapped;
}

}  // namespace gradvet
