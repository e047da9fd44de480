#include "src/engine/law_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/contract_table.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

std::vector<std::string> laws_broken_by(const Contract& contract, const Form& form) {
  const Profile profile{};
  FunctionCandidate candidate = form_candidate(form, profile);
  Trial trial(candidate, contract, profile);
  std::vector<std::string> ids;
  for (const LawBreach& breach : broken_laws(trial, 1)) ids.emplace_back(breach.law->id);
  return ids;
}

TEST(BrokenLaws, FindsNoneInRepairsAndHonestForms) {
  for (const Contract* contract : contract_table()) {
    EXPECT_THAT(laws_broken_by(*contract, contract->repair()), testing::IsEmpty()) << contract->info().id;
    for (const Form* form : contract->honest_forms())
      EXPECT_THAT(laws_broken_by(*contract, *form), testing::IsEmpty()) << form->id;
  }
}

TEST(BrokenLaws, FindsSomeInEveryKnownMistake) {
  for (const Contract* contract : contract_table())
    for (const Mechanism& mechanism : contract->mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix}) {
        if (form->is_precision) continue;
        EXPECT_THAT(laws_broken_by(*contract, *form), testing::Not(testing::IsEmpty())) << form->id;
      }
}

TEST(BrokenLaws, TellsThatADenominatorOfMicrobatchesDependsOnHowTheyAreSplit) {
  // Splitting a microbatch changes M and nothing else.
  const Contract& contract = contract_called("vector-mean");
  const std::vector<std::string> broken = laws_broken_by(contract, *contract.mechanisms()[0].failure);
  EXPECT_THAT(broken, testing::Contains("split-microbatch"));
  EXPECT_THAT(broken, testing::Not(testing::Contains("permute-microbatches")));
}

TEST(BrokenLaws, AreNoneOfACandidateThatAnswersNowSoNowOtherwise) {
  const Contract& contract = contract_called("vector-mean");
  const Profile profile{};
  int calls = 0;
  FunctionCandidate candidate(
      [&](const Case& input) -> Outcome { return list_answer(std::vector<double>(input.width(), ++calls)); });
  Trial trial(candidate, contract, profile);
  EXPECT_THAT(broken_laws(trial, 1), testing::IsEmpty());
}

TEST(BrokenLaws, AreLookedForOnTheBrokenCaseItself) {
  // Wrong on windows of nine microbatches alone, which no small drawn case has.
  const Contract& contract = contract_called("vector-mean");
  const Profile profile{};
  FunctionCandidate candidate([&](const Case& input) -> Outcome {
    Answer answer;
    const bool is_wrong = input.microbatches() == 9;
    (is_wrong ? *contract.mechanisms()[0].failure : contract.repair()).compute(input, profile, answer);
    return answer;
  });
  Trial trial(candidate, contract, profile);
  EXPECT_THAT(broken_laws(trial, 1), testing::IsEmpty());
  const Case nine =
      vector_mean_case(std::vector<std::vector<double>>(9, {1}), std::vector<std::int64_t>(9, 2));
  EXPECT_THAT(broken_laws(trial, 1, nine), testing::Not(testing::IsEmpty()));
}

/// Every answer with windows of its own that a contract's result may be taken for.
std::vector<Answer> misshapen(const Answer& right) {
  const auto rows_of = [](std::vector<AnswerRow> rows) {
    Answer answer;
    answer.shape = AnswerShape::kWindows;
    for (AnswerRow& row : rows) {
      row.first = static_cast<std::uint32_t>(answer.numbers.size());
      answer.numbers.insert(answer.numbers.end(), row.size, 1.5);
    }
    answer.rows = std::move(rows);
    return answer;
  };
  std::vector<AnswerRow> one_less = right.rows, one_more = right.rows, nulls = right.rows,
                         longer = right.rows;
  if (!one_less.empty()) one_less.pop_back();
  one_more.push_back({0, 1, false});
  for (AnswerRow& row : nulls) row = {0, 0, true};
  for (AnswerRow& row : longer) row = {0, row.size + 1, false};
  return {rows_of({}),       rows_of({{0, 0, true}}), rows_of({{0, 0, false}}), rows_of({{0, 3, false}}),
          rows_of(one_less), rows_of(one_more),       rows_of(nulls),           rows_of(longer)};
}

TEST(BrokenLaws, AreFoundInResultsOfAnyNumberOfWindows) {
  for (const Contract* contract : contract_table()) {
    if (contract->info().result_shape != AnswerShape::kWindows) continue;
    const Profile profile{};
    const std::size_t kinds = misshapen({}).size();
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      FunctionCandidate candidate([&](const Case& input) -> Outcome {
        Answer right;
        contract->repair().compute(input, profile, right);
        return misshapen(right)[kind];
      });
      Trial trial(candidate, *contract, profile);
      // No window at all, and none with a mean, keep all that window-means' laws ask of numbers.
      const bool may_be_kept = contract->info().id == "window-means" && (kind == 0 || kind == 6);
      EXPECT_EQ(broken_laws(trial, 1).empty(), may_be_kept) << contract->info().id << kind;
    }
  }
}

}  // namespace
}  // namespace gradvet::test
