#include "properties/contract_table.hpp"

#include <array>

#include "properties/batch_total/batch_total_contract.hpp"
#include "properties/clipped_mean/clipped_mean_contract.hpp"
#include "properties/unscaled_mean/unscaled_mean_contract.hpp"
#include "properties/vector_mean/vector_mean_contract.hpp"

namespace gradvet {

ContractTable contract_table() {
  static const std::array kTable = {&vector_mean::contract(), &unscaled_mean::contract(),
                                    &batch_total::contract(), &clipped_mean::contract()};
  return kTable;
}

}  // namespace gradvet
