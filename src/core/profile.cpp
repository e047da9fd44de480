#include "src/core/profile.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/core/invariant.hpp"
#include "src/core/nearest_name.hpp"

namespace gradvet {

namespace {

template <class T>
using Named = std::pair<std::string_view, T>;

/// The first name of a format is the one that is written; the others are read only.
constexpr std::array kFormats = {
    Named<NumberFormat>{"float64", NumberFormat::kFloat64},
    Named<NumberFormat>{"float32", NumberFormat::kFloat32},
    Named<NumberFormat>{"float16", NumberFormat::kFloat16},
    Named<NumberFormat>{"bfloat16", NumberFormat::kBfloat16},
    Named<NumberFormat>{"exact", NumberFormat::kExact},
    Named<NumberFormat>{"f64", NumberFormat::kFloat64},
    Named<NumberFormat>{"f32", NumberFormat::kFloat32},
    Named<NumberFormat>{"f16", NumberFormat::kFloat16},
    Named<NumberFormat>{"bf16", NumberFormat::kBfloat16},
    Named<NumberFormat>{"double", NumberFormat::kFloat64},
    Named<NumberFormat>{"single", NumberFormat::kFloat32},
    Named<NumberFormat>{"half", NumberFormat::kFloat16},
    Named<NumberFormat>{"fp64", NumberFormat::kFloat64},
    Named<NumberFormat>{"fp32", NumberFormat::kFloat32},
    Named<NumberFormat>{"fp16", NumberFormat::kFloat16},
};

constexpr std::array kOrders = {
    Named<SummationOrder>{"any", SummationOrder::kAny},
    Named<SummationOrder>{"sum", SummationOrder::kSum},
    Named<SummationOrder>{"sum-then-divide", SummationOrder::kSumThenDivide},
    Named<SummationOrder>{"sequential", SummationOrder::kSequential},
    Named<SummationOrder>{"pairwise", SummationOrder::kPairwise},
    Named<SummationOrder>{"correctly-rounded", SummationOrder::kCorrectlyRounded},
};

constexpr std::array kRoundings = {
    Named<Rounding>{"nearest", Rounding::kNearest},
    Named<Rounding>{"stochastic", Rounding::kStochastic},
};

struct InputAndAccumulator {
  NumberFormat input;
  NumberFormat accumulator;
};

/// Narrow values summed in a wider format; the result is stored in the narrow one again.
constexpr std::array kWideAccumulators = {
    Named<InputAndAccumulator>{"bf16-acc32", {NumberFormat::kBfloat16, NumberFormat::kFloat32}},
    Named<InputAndAccumulator>{"f16-acc32", {NumberFormat::kFloat16, NumberFormat::kFloat32}},
    Named<InputAndAccumulator>{"f32-acc64", {NumberFormat::kFloat32, NumberFormat::kFloat64}},
    Named<InputAndAccumulator>{"bfloat16-acc32", {NumberFormat::kBfloat16, NumberFormat::kFloat32}},
    Named<InputAndAccumulator>{"float16-acc32", {NumberFormat::kFloat16, NumberFormat::kFloat32}},
    Named<InputAndAccumulator>{"float32-acc64", {NumberFormat::kFloat32, NumberFormat::kFloat64}},
};

constexpr std::array<std::string_view, 8> kKeys = {"input",  "accumulator", "output", "counts",
                                                   "scales", "order",       "ftz",    "rounding"};

template <class T, std::size_t Size>
std::optional<T> value_of(const std::array<Named<T>, Size>& table, std::string_view name) {
  for (const auto& [known, value] : table)
    if (known == name) return value;
  return std::nullopt;
}

template <class T, std::size_t Size>
std::string_view name_of(const std::array<Named<T>, Size>& table, T value) {
  for (const auto& [name, known] : table)
    if (known == value) return name;
  require_invariant(false, "a profile value without a name");
  return {};
}

template <class T, std::size_t Size>
void append_names(const std::array<Named<T>, Size>& table, std::vector<std::string_view>& out) {
  for (const auto& named : table) out.push_back(named.first);
}

std::string quoted(std::string_view text) {
  std::string result(1, '\'');
  result += text;
  result += '\'';
  return result;
}

tl::unexpected<Error> refused(std::string message, std::string_view word,
                              std::span<const std::string_view> names) {
  const std::string_view nearest = nearest_name(word, names);
  std::string hint = nearest.empty() ? std::string() : "did you mean " + quoted(nearest) + "? ";
  hint += "one of: ";
  for (std::size_t i = 0; i < names.size(); ++i) hint += (i == 0 ? "" : ", ") + std::string(names[i]);
  return make_error(ErrorCode::kBadProfile, std::move(message), std::move(hint));
}

template <class T, std::size_t Size>
Result<T> read_value(const std::array<Named<T>, Size>& table, std::string_view key, std::string_view word) {
  if (const std::optional<T> value = value_of(table, word)) return *value;
  std::vector<std::string_view> names;
  append_names(table, names);
  return refused("profile: unknown " + std::string(key) + " " + quoted(word), word, names);
}

/// What the text says; absent keys follow `input` afterwards.
struct Declared {
  std::optional<NumberFormat> input, accumulator, output, counts, scales;
  std::optional<SummationOrder> order;
  std::optional<Subnormals> subnormals;
  std::optional<Rounding> rounding;
};

template <class T, std::size_t Size>
Result<void> declare(std::optional<T>& field, const std::array<Named<T>, Size>& table, std::string_view key,
                     std::string_view word) {
  if (field)
    return make_error(ErrorCode::kBadProfile, "profile: " + quoted(key) + " is given twice",
                      "keep one of them");
  const Result<T> value = read_value(table, key, word);
  if (!value) return tl::unexpected<Error>(value.error());
  field = *value;
  return {};
}

Result<void> read_key(std::string_view key, std::string_view word, Declared& declared) {
  if (key == "input") return declare(declared.input, kFormats, key, word);
  if (key == "accumulator") return declare(declared.accumulator, kFormats, key, word);
  if (key == "output") return declare(declared.output, kFormats, key, word);
  if (key == "counts") return declare(declared.counts, kFormats, key, word);
  if (key == "scales") return declare(declared.scales, kFormats, key, word);
  if (key == "order") return declare(declared.order, kOrders, key, word);
  if (key == "rounding") return declare(declared.rounding, kRoundings, key, word);
  if (key == "ftz")
    return make_error(
        ErrorCode::kBadProfile, "profile: 'ftz' takes no value, but has " + quoted(word),
        "write ftz alone where subnormals are flushed to zero, and leave it out where they are kept");
  return refused("profile: unknown key " + quoted(key), key, kKeys);
}

/// An item without `=`: `ftz`, or (only as the first) a short name.
Result<void> read_word(std::string_view word, bool is_first, Declared& declared) {
  if (word == "ftz") {
    if (declared.subnormals)
      return make_error(ErrorCode::kBadProfile, "profile: 'ftz' is given twice", "keep one of them");
    declared.subnormals = Subnormals::kFlushedToZero;
    return {};
  }
  if (is_first) {
    if (const auto format = value_of(kFormats, word)) {
      declared.input = *format;
      return {};
    }
    if (const auto pair = value_of(kWideAccumulators, word)) {
      declared.input = pair->input;
      declared.accumulator = pair->accumulator;
      return {};
    }
  }
  std::vector<std::string_view> names;
  if (is_first) {
    append_names(kFormats, names);
    append_names(kWideAccumulators, names);
  }
  for (const std::string_view key : kKeys) names.push_back(key);
  const std::string kind = is_first ? "profile: unknown name " : "profile: expected key=value, not ";
  return refused(kind + quoted(word), word, names);
}

/// The default of counts and scales: the wider of float32 and the accumulator.
NumberFormat side_format(NumberFormat accumulator) {
  return accumulator == NumberFormat::kFloat64 || accumulator == NumberFormat::kExact
             ? accumulator
             : NumberFormat::kFloat32;
}

}  // namespace

Result<Profile> parse_profile(std::string_view text) {
  Declared declared;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t comma = std::min(text.find(',', first), text.size());
    const std::string_view item = text.substr(first, comma - first);
    const std::size_t equals = item.find('=');
    const Result<void> read = equals == std::string_view::npos
                                  ? read_word(item, first == 0, declared)
                                  : read_key(item.substr(0, equals), item.substr(equals + 1), declared);
    if (!read) return tl::unexpected<Error>(read.error());
    first = comma + 1;
  }
  Profile profile;
  profile.input = declared.input.value_or(NumberFormat::kFloat64);
  profile.accumulator = declared.accumulator.value_or(profile.input);
  profile.output = declared.output.value_or(profile.input);
  profile.counts = declared.counts.value_or(side_format(profile.accumulator));
  profile.scales = declared.scales.value_or(side_format(profile.accumulator));
  profile.order = declared.order.value_or(SummationOrder::kAny);
  profile.subnormals = declared.subnormals.value_or(Subnormals::kKept);
  profile.rounding = declared.rounding.value_or(Rounding::kNearest);
  return profile;
}

std::string to_text(const Profile& profile) {
  std::string text(to_text(profile.input));
  bool accumulator_said = profile.accumulator == profile.input;
  for (const auto& [name, pair] : kWideAccumulators) {
    if (accumulator_said || pair.input != profile.input || pair.accumulator != profile.accumulator) continue;
    text = name;
    accumulator_said = true;
  }
  const auto add = [&text](std::string_view key, std::string_view value) {
    text += ',';
    text += key;
    text += '=';
    text += value;
  };
  if (!accumulator_said) add("accumulator", to_text(profile.accumulator));
  if (profile.output != profile.input) add("output", to_text(profile.output));
  if (profile.counts != side_format(profile.accumulator)) add("counts", to_text(profile.counts));
  if (profile.scales != side_format(profile.accumulator)) add("scales", to_text(profile.scales));
  if (profile.order != SummationOrder::kAny) add("order", name_of(kOrders, profile.order));
  if (profile.subnormals == Subnormals::kFlushedToZero) text += ",ftz";
  if (profile.rounding != Rounding::kNearest) add("rounding", name_of(kRoundings, profile.rounding));
  return text;
}

std::string_view to_text(NumberFormat format) { return name_of(kFormats, format); }
std::string_view to_text(SummationOrder order) { return name_of(kOrders, order); }

}  // namespace gradvet
