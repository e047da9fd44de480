#include "src/engine/verdict_of_counts.hpp"

namespace gradvet {

std::optional<std::string> nothing_judged(const CaseCounts& cases, const UnjudgedCounts& unjudged) {
  if (cases.total() > unjudged.declined + unjudged.overflow + unjudged.no_reference) return std::nullopt;
  if (unjudged.declined > 0) return "the candidate declined every case";
  if (unjudged.no_reference > 0) return "the reference gave no finite value to any case";
  return "no case was judged: every value could overflow, or none ran";
}

std::string no_law_tried() { return "no law could be tried: no two answers could be compared"; }

}  // namespace gradvet
