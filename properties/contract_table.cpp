#include "properties/contract_table.hpp"

#include <array>

#include "properties/accumulator/accumulator_contract.hpp"
#include "properties/batch_total/batch_total_contract.hpp"
#include "properties/clipped_mean/clipped_mean_contract.hpp"
#include "properties/rank_mean/rank_mean_contract.hpp"
#include "properties/token_mean/token_mean_contract.hpp"
#include "properties/unscaled_mean/unscaled_mean_contract.hpp"
#include "properties/vector_mean/vector_mean_contract.hpp"
#include "properties/weighted_mean/weighted_mean_contract.hpp"
#include "properties/window_means/window_means_contract.hpp"

namespace gradvet {

ContractTable contract_table() {
  static const std::array kTable = {
      &vector_mean::contract(),   &unscaled_mean::contract(), &batch_total::contract(),
      &token_mean::contract(),    &window_means::contract(),  &rank_mean::contract(),
      &weighted_mean::contract(), &clipped_mean::contract(),  &accumulator::contract()};
  return kTable;
}

}  // namespace gradvet
