#include "properties/case_generator.hpp"

#include <utility>
#include <vector>

namespace gradvet {

rc::Gen<Case> case_generator(const Contract& contract, const Profile& profile, const DrawLimits& limits) {
  return [&contract, profile, limits](const rc::Random& random, int size) {
    Case drawn;
    contract.draw(rc::Random(random).next(), size, limits, profile, drawn);
    return rc::shrinkable::shrinkRecur(std::move(drawn), [&contract, profile](const Case& from) {
      std::vector<Case> simpler;
      contract.shrinks(from, profile, simpler);
      return rc::seq::fromContainer(std::move(simpler));
    });
  };
}

}  // namespace gradvet
