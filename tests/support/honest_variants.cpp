#include "tests/support/honest_variants.hpp"

#include "properties/mean_forms.hpp"

namespace gradvet::test {

namespace {

using Kind = NumberKind<Emulated>;

Emulated reciprocal(const EmulatedTerms& terms, EmulatedSide side) {
  return Kind::ratio(terms.held(1), side);
}

/// Calls step(i, N before, N) for every microbatch that is counted, and gives what it made of the mean.
template <class Step>
Emulated stream(const EmulatedTerms& terms, const Step& step) {
  Emulated mean;
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms.whole_count(i) == 0) continue;
    const std::int64_t before = seen;
    seen += terms.whole_count(i);
    mean = step(i, mean, terms.held(before), terms.held(seen));
  }
  return mean;
}

/// m += ((g - m)·n)/N
Emulated stream_product_first(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return m + ((terms.term(i) / terms.count(i) - m) * terms.count(i)) / total;
  });
}

/// m += (S·(1/n) - m)·(n·(1/N))
Emulated stream_reciprocals(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return m + (terms.term(i) * reciprocal(terms, terms.count(i)) - m) *
                   (reciprocal(terms, total) * terms.count(i));
  });
}

/// m += (g - m)·(n/N), the last product and sum fused
Emulated stream_fused(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return fused(terms.term(i) / terms.count(i) - m, Kind::ratio(terms.count(i), total), m);
  });
}

/// m += (S - n·m)·(1/N)
Emulated stream_sum_reciprocal(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return m + (terms.term(i) - m * terms.count(i)) * reciprocal(terms, total);
  });
}

/// m += (S - n·m)/N, the product and difference fused
Emulated stream_sum_fused(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return m + fused(-m, terms.count(i), terms.term(i)) / total;
  });
}

/// m = (m·N' + S)/N
Emulated remultiply(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide before, EmulatedSide total) {
    return (m * before + terms.term(i)) / total;
  });
}

/// m = (m·N' + S)·(1/N), product and sum fused
Emulated remultiply_fused(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide before, EmulatedSide total) {
    return fused(m, before, terms.term(i)) * reciprocal(terms, total);
  });
}

/// m = m·(N'/N) + (S/n)·(n/N)
Emulated combine(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide before, EmulatedSide total) {
    return m * Kind::ratio(before, total) +
           (terms.term(i) / terms.count(i)) * Kind::ratio(terms.count(i), total);
  });
}

/// m = m·(N'/N) + S·(1/N), product and sum fused
Emulated combine_fused(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide before, EmulatedSide total) {
    return fused(terms.term(i), reciprocal(terms, total), m * Kind::ratio(before, total));
  });
}

/// An accumulator kept in the scale of the latest microbatch, acc·(s/s') + a.
Emulated rescale(const EmulatedTerms& terms) {
  Emulated sum;
  EmulatedSide scale{};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms.is_omitted(i)) continue;
    const EmulatedSide own = terms.scale(i);
    if (scale.machine != nullptr && own.value != scale.value)
      sum = sum * terms.in_scales(own.value / scale.value);
    scale = own;
    sum = sum + terms.scaled_sum(i);
  }
  return scale.machine == nullptr ? Emulated{} : (sum / scale) / terms.total();
}

/// Σ a·(1/s), the reciprocal in the format of the scales; then one division.
Emulated reciprocal_scales(const EmulatedTerms& terms) {
  Emulated sum;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (!terms.is_omitted(i)) sum = sum + terms.scaled_sum(i) * terms.in_scales(1 / terms.scale(i).value);
  return sum / terms.total();
}

/// The same with a reciprocal of N.
Emulated reciprocal_scales_and_total(const EmulatedTerms& terms) {
  Emulated sum;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (!terms.is_omitted(i)) sum = sum + terms.scaled_sum(i) * terms.in_scales(1 / terms.scale(i).value);
  return sum * reciprocal(terms, terms.total());
}

/// Σ a/(s·N)
Emulated one_divisor(const EmulatedTerms& terms) {
  Emulated mean;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (!terms.is_omitted(i))
      mean = mean + terms.scaled_sum(i) / terms.in_scales(terms.scale(i).value * terms.total().value);
  return mean;
}

Emulated share(const EmulatedTerms& terms, std::size_t i) {
  return Kind::ratio(terms.count(i), terms.total());
}

/// Σ g·n, product and sum fused, then one division
Emulated fused_products(const EmulatedTerms& terms) {
  Emulated sum;
  for (std::size_t i = 0; i < terms.size(); ++i) sum = fused(terms.mean(i), terms.count(i), sum);
  return sum / terms.total();
}

/// Σ g·(n/N), product and sum fused
Emulated fused_shares(const EmulatedTerms& terms) {
  Emulated mean;
  for (std::size_t i = 0; i < terms.size(); ++i) mean = fused(terms.mean(i), share(terms, i), mean);
  return mean;
}

/// m += (g - m)·(n/N)
Emulated stream_given_means(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return m + (terms.mean(i) - m) * Kind::ratio(terms.count(i), total);
  });
}

/// m += ((g - m)·n)/N
Emulated stream_given_means_product_first(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return m + ((terms.mean(i) - m) * terms.count(i)) / total;
  });
}

/// m += (g - m)·(n·(1/N)), the last product and sum fused
Emulated stream_given_means_fused(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide, EmulatedSide total) {
    return fused(terms.mean(i) - m, reciprocal(terms, total) * terms.count(i), m);
  });
}

/// m = m·(N'/N) + g·(n/N)
Emulated combine_given_means(const EmulatedTerms& terms) {
  return stream(terms, [&](std::size_t i, Emulated m, EmulatedSide before, EmulatedSide total) {
    return m * Kind::ratio(before, total) + terms.mean(i) * Kind::ratio(terms.count(i), total);
  });
}

template <class Method>
Emulated built_in(const EmulatedTerms& terms) {
  return Method::mean(terms);
}

using enum Covered;
constexpr Takes kAll = Takes::kAnything;

constexpr HonestVariant kVariants[] = {
    {"sum then divide", kByOneDivision, kAll, built_in<mean_forms::SumThenDivide>},
    {"pairwise", kByOneDivision, kAll, built_in<mean_forms::Pairwise>},
    {"blocked", kByOneDivision, kAll, built_in<mean_forms::Blocked>},
    {"Kahan", kBySum, kAll, built_in<mean_forms::Kahan>},
    {"Neumaier", kBySum, kAll, built_in<mean_forms::Neumaier>},
    {"reciprocal", kBySum, kAll, built_in<mean_forms::Reciprocal>},
    {"divide first", kByAny, kAll, built_in<mean_forms::DivideFirst>},
    {"reciprocal first", kByAny, kAll, built_in<mean_forms::ReciprocalFirst>},
    {"fused", kByAny, kAll, built_in<mean_forms::Fused>},
    {"weighted means", kByAny, kAll, built_in<mean_forms::WeightedMeans>},
    {"streaming mean", kByAny, kAll, built_in<mean_forms::StreamingMean>},
    {"streaming mean, product first", kByAny, kAll, stream_product_first},
    {"streaming mean, reciprocals", kByAny, kAll, stream_reciprocals},
    {"streaming mean, fused", kByAny, kAll, stream_fused},
    {"streaming sum", kByAny, kAll, built_in<mean_forms::StreamingSum>},
    {"streaming sum, reciprocal", kByAny, kAll, stream_sum_reciprocal},
    {"streaming sum, fused", kByAny, kAll, stream_sum_fused},
    {"remultiplied", kByAny, kAll, remultiply},
    {"remultiplied, fused", kByAny, kAll, remultiply_fused},
    {"convex", kByAny, kAll, combine},
    {"convex, fused", kByAny, kAll, combine_fused},
    {"rescaled accumulator", kByAny, Takes::kScales, rescale},
    {"reciprocal scales", kBySum, Takes::kScales, reciprocal_scales},
    {"reciprocal scales and total", kBySum, Takes::kScales, reciprocal_scales_and_total},
    {"one divisor", kByAny, Takes::kScales, one_divisor},
    {"fused products", kBySum, Takes::kMeans, fused_products},
    {"fused shares", kByAny, Takes::kMeans, fused_shares},
    {"streaming given means", kByAny, Takes::kMeans, stream_given_means},
    {"streaming given means, product first", kByAny, Takes::kMeans, stream_given_means_product_first},
    {"streaming given means, fused", kByAny, Takes::kMeans, stream_given_means_fused},
    {"convex, given means", kByAny, Takes::kMeans, combine_given_means},
};

Emulated plain_term(const EmulatedTerms& terms, std::size_t i) { return terms.term(i); }
Emulated unfinished(const EmulatedTerms&, Emulated sum) { return sum; }

constexpr TreeVariant kTrees[] = {
    {"any tree, then divided", kByOneDivision, kAll, plain_term,
     [](const EmulatedTerms& terms, Emulated sum) { return sum / terms.total(); }},
    {"any tree, then times reciprocal", kBySum, kAll, plain_term,
     [](const EmulatedTerms& terms, Emulated sum) { return sum * reciprocal(terms, terms.total()); }},
    {"any tree of S/N", kByAny, kAll,
     [](const EmulatedTerms& terms, std::size_t i) { return terms.term(i) / terms.total(); }, unfinished},
    {"any tree of S·(1/N)", kByAny, kAll,
     [](const EmulatedTerms& terms, std::size_t i) {
       return terms.term(i) * reciprocal(terms, terms.total());
     },
     unfinished},
    {"any tree of (S/n)·(n/N)", kByAny, kAll,
     [](const EmulatedTerms& terms, std::size_t i) {
       return (terms.term(i) / terms.count(i)) * Kind::ratio(terms.count(i), terms.total());
     },
     unfinished},
    {"any tree of (S/n)·(n·(1/N))", kByAny, kAll,
     [](const EmulatedTerms& terms, std::size_t i) {
       return (terms.term(i) / terms.count(i)) * (reciprocal(terms, terms.total()) * terms.count(i));
     },
     unfinished},
    {"any tree of (S/n)·n, then divided", kByAny, kAll,
     [](const EmulatedTerms& terms, std::size_t i) {
       return (terms.term(i) / terms.count(i)) * terms.count(i);
     },
     [](const EmulatedTerms& terms, Emulated sum) { return sum / terms.total(); }},
    {"any tree of g·(n/N)", kByAny, Takes::kMeans,
     [](const EmulatedTerms& terms, std::size_t i) { return terms.mean(i) * share(terms, i); }, unfinished},
    {"any tree of g·(n·(1/N))", kByAny, Takes::kMeans,
     [](const EmulatedTerms& terms, std::size_t i) {
       return terms.mean(i) * (reciprocal(terms, terms.total()) * terms.count(i));
     },
     unfinished},
};

}  // namespace

std::span<const HonestVariant> honest_variants() { return kVariants; }
std::span<const TreeVariant> tree_variants() { return kTrees; }

bool is_for(Takes takes, const EmulatedTerms& terms) {
  return takes == Takes::kAnything || (takes == Takes::kScales ? terms.has_scales() : terms.has_means());
}

}  // namespace gradvet::test
