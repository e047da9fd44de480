#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python texts of vector-mean's mistakes of precision. Plain loops: Python 3.12 compensates the built-in
/// summation of floats and 3.11 does not.
namespace gradvet::vector_mean::python {

// What several programs have in common.

inline constexpr std::string_view kOpen = R"(def solve(gradient_vectors, example_counts):
)";

inline constexpr std::string_view kFloat16 = R"(    from math import copysign, inf
    from struct import pack, unpack

    def float16(number):
        try:
            return unpack('<e', pack('<e', number))[0]
        except OverflowError:
            return copysign(inf, number)

)";

inline constexpr std::string_view kNothing = R"(    if not gradient_vectors:
        return []
)";

inline constexpr std::string_view kTotal = R"(    total_examples = 0
    for count in example_counts:
        total_examples += count
)";

inline constexpr std::string_view kColumnSums = R"(    column_sums = [0.0] * len(gradient_vectors[0])
    for vector in gradient_vectors:
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
)";

inline constexpr std::string_view kRoundedSums = R"(    column_sums = [0.0] * len(gradient_vectors[0])
    for vector in gradient_vectors:
        for j, coordinate in enumerate(vector):
)";

inline constexpr std::string_view kMean =
    R"(    return [column_sum / total_examples for column_sum in column_sums]
)";

// The programs.

inline constexpr std::string_view kBfloat16SumOwn1 = R"(    from math import copysign, frexp, inf, ldexp

    def bfloat16(number):
        step = max(frexp(number)[1], -125) - 8
        rounded = ldexp(round(ldexp(number, -step)), step)
        return rounded if abs(rounded) < 2.0 ** 128 else copysign(inf, number)

)";
inline constexpr std::string_view kBfloat16SumOwn2 =
    R"(            column_sums[j] = bfloat16(column_sums[j] + coordinate)
)";
inline constexpr std::string_view kBfloat16Sum =
    Joined<kOpen, kBfloat16SumOwn1, kNothing, kTotal, kRoundedSums, kBfloat16SumOwn2, kMean>::kText;

inline constexpr std::string_view kFloat16SumOwn =
    R"(            column_sums[j] = float16(column_sums[j] + coordinate)
)";
inline constexpr std::string_view kFloat16Sum =
    Joined<kOpen, kFloat16, kNothing, kTotal, kRoundedSums, kFloat16SumOwn, kMean>::kText;

inline constexpr std::string_view kBfloat16CountOwn1 = R"(    from math import frexp, ldexp

    def bfloat16(number):
        step = frexp(number)[1] - 8
        return ldexp(round(ldexp(number, -step)), step)

)";
inline constexpr std::string_view kBfloat16CountOwn2 = R"(    total_examples = 0.0
    for count in example_counts:
        total_examples = bfloat16(total_examples + count)
)";
inline constexpr std::string_view kBfloat16Count =
    Joined<kOpen, kBfloat16CountOwn1, kNothing, kBfloat16CountOwn2, kColumnSums, kMean>::kText;

inline constexpr std::string_view kFloat32CountOwn1 = R"(    from struct import pack, unpack

    def float32(number):
        return unpack('<f', pack('<f', number))[0]

)";
inline constexpr std::string_view kFloat32CountOwn2 = R"(    total_examples = 0.0
    for count in example_counts:
        total_examples = float32(total_examples + count)
)";
inline constexpr std::string_view kFloat32Count =
    Joined<kOpen, kFloat32CountOwn1, kNothing, kFloat32CountOwn2, kColumnSums, kMean>::kText;

inline constexpr std::string_view kDividedBeforeOwn = R"(    mean = [0.0] * len(gradient_vectors[0])
    for vector in gradient_vectors:
        for j, coordinate in enumerate(vector):
            mean[j] = float16(mean[j] + float16(coordinate / total_examples))
    return mean
)";
inline constexpr std::string_view kDividedBefore =
    Joined<kOpen, kFloat16, kNothing, kTotal, kDividedBeforeOwn>::kText;

inline constexpr std::string_view kDividedAfterOwn =
    R"(            column_sums[j] = float16(column_sums[j] + coordinate)
    return [float16(column_sum / total_examples) for column_sum in column_sums]
)";
inline constexpr std::string_view kDividedAfter =
    Joined<kOpen, kFloat16, kNothing, kTotal, kRoundedSums, kDividedAfterOwn>::kText;

}  // namespace gradvet::vector_mean::python
