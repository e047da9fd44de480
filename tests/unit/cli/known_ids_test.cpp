#include "src/cli/known_ids.hpp"

#include <gtest/gtest.h>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

class KnownIds : public ::testing::Test {
 protected:
  ToyContract contract_;
  const Contract* list_[1] = {&contract_};
  ContractTable contracts_{list_};
};

TEST_F(KnownIds, FindAContractByIdOrAlias) {
  EXPECT_EQ(*find_contract(contracts_, "toy-mean"), &contract_);
  EXPECT_EQ(*find_contract(contracts_, "FA-00001"), &contract_);
}

TEST_F(KnownIds, SuggestTheNearestContract) {
  const Error error = find_contract(contracts_, "toy-maen").error();
  EXPECT_EQ(error.code, ErrorCode::kUnknownName);
  EXPECT_EQ(error.message, "no contract is called 'toy-maen'");
  EXPECT_EQ(error.hint, "did you mean 'toy-mean'? gradvet list contracts shows them all");
}

TEST_F(KnownIds, TellContractMechanismAndFormApart) {
  const KnownId contract = *find_known(contracts_, "FA-00001");
  EXPECT_EQ(contract.mechanism, nullptr) << "an alias that both have names the contract";
  const KnownId mechanism = *find_known(contracts_, "toy-mean/row-denominator");
  EXPECT_NE(mechanism.mechanism, nullptr);
  EXPECT_EQ(mechanism.form, nullptr);
  const KnownId form = *find_known(contracts_, "builtin:toy-mean/row-denominator/failure");
  EXPECT_EQ(form.form->role, FormRole::kFailure);
  EXPECT_NE(form.mechanism, nullptr);
  EXPECT_EQ(find_known(contracts_, "toy-mean/repair")->form->role, FormRole::kRepair);
}

TEST_F(KnownIds, HoldEveryFormOfAContract) { EXPECT_EQ(all_forms(contract_).size(), 3U); }

}  // namespace
}  // namespace gradvet
