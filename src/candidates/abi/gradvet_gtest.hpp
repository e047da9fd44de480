/// A GoogleTest matcher, for a project that vets its function in its own tests (link gradvet::gradvet and
/// gmock):
///
///     #include <gradvet_gtest.hpp>
///
///     TEST(MyMean, KeepsTheContract) { EXPECT_THAT(&my_mean, gradvet::satisfies("vector-mean")); }
///
/// Where the function departs from the contract, the test prints what `gradvet vet` would. Where nothing
/// could be judged (an unknown contract, a function that does not fit it) the test fails, under
/// testing::Not() too. Taken are the functions of gradvet.hpp, an entry point of gradvet.h, and a class as
/// `gradvet::accumulator_class<MyAccumulator>()`, see gradvet_accumulator.hpp.
#ifndef GRADVET_GTEST_HPP
#define GRADVET_GTEST_HPP

#include <gmock/gmock.h>
#include <gradvet.hpp>
#include <gradvet_accumulator.hpp>
#include <gradvet_vet.hpp>

namespace gradvet {

MATCHER_P2(satisfies, contract, settings,
           std::string(negation ? "departs from" : "satisfies") + " the contract " + std::string(contract)) {
  const ::gradvet::Vetting vetting = ::gradvet::vet(contract, ::gradvet::native::adapt(arg), settings);
  *result_listener << "\n" << vetting.report;
  if (!vetting.is_judged) ADD_FAILURE() << "nothing was judged:\n" << vetting.report;
  return vetting.is_held;
}

/// With the settings of `gradvet vet` without flags.
template <class Contract>
auto satisfies(Contract contract) {
  return satisfies(contract, VetSettings{});
}

}  // namespace gradvet

#endif
