#include "src/cli/flag_values.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "src/cli/messages.hpp"

namespace gradvet {

namespace {

/// The whole text as a number without sign, or nothing.
std::optional<std::uint64_t> read_digits(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array<Unit, 4> kDurations = {{{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
constexpr std::uint64_t kLongestMs = 30ULL * 24 * 3'600'000;
constexpr std::array<Unit, 4> kSizes = {
    {{"k", 1ULL << 10}, {"m", 1ULL << 20}, {"g", 1ULL << 30}, {"t", 1ULL << 40}}};

/// Milliseconds of `1.5` units; digits after the point that are finer than a millisecond are refused.
std::optional<std::uint64_t> read_milliseconds(std::string_view number, std::uint64_t factor) {
  const std::size_t point = number.find('.');
  const std::optional<std::uint64_t> whole = read_digits(number.substr(0, point));
  if (!whole || *whole > kLongestMs) return std::nullopt;
  std::uint64_t total = *whole * factor;
  if (point == std::string_view::npos) return total;
  const std::string_view digits = number.substr(point + 1);
  const std::optional<std::uint64_t> fraction = digits.size() <= 6 ? read_digits(digits) : std::nullopt;
  if (!fraction) return std::nullopt;
  std::uint64_t divisor = 1;
  for (std::size_t i = 0; i < digits.size(); ++i) divisor *= 10;
  if (*fraction * factor % divisor != 0) return std::nullopt;
  return total + *fraction * factor / divisor;
}

using ScopeField = std::optional<std::uint32_t> ScopeRequest::*;
constexpr std::array<std::pair<std::string_view, ScopeField>, 11> kScopeKeys = {{
    {"microbatches", &ScopeRequest::microbatches},
    {"width", &ScopeRequest::width},
    {"items", &ScopeRequest::items},
    {"cost", &ScopeRequest::cost},
    {"values", &ScopeRequest::values},
    {"weights", &ScopeRequest::weights},
    {"scales", &ScopeRequest::scales},
    {"bounds", &ScopeRequest::bounds},
    {"counts", &ScopeRequest::counts},
    {"sizes", &ScopeRequest::sizes},
    {"targets", &ScopeRequest::targets},
}};

Result<void> read_scope_item(std::string_view flag, std::string_view item, ScopeRequest& request) {
  const std::size_t equals = item.find('=');
  if (equals == std::string_view::npos)
    return tl::unexpected(bad_value(flag, "microbatches=3,width=2,values=5,counts=4 or off", item));
  const std::string_view key = item.substr(0, equals);
  std::array<std::string_view, kScopeKeys.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = kScopeKeys[i].first;
    if (names[i] != key) continue;
    const Result<std::uint64_t> number = read_count(fmt::format("{} {}=", flag, key), item.substr(equals + 1),
                                                    0, std::numeric_limits<std::uint32_t>::max());
    if (!number) return tl::unexpected(number.error());
    request.*kScopeKeys[i].second = static_cast<std::uint32_t>(*number);
    return {};
  }
  return tl::unexpected(unknown_name("key of " + std::string(flag), key, names,
                                     fmt::format("the keys are {}", fmt::join(names, ", "))));
}

}  // namespace

Result<std::uint64_t> read_count(std::string_view flag, std::string_view text, std::uint64_t least,
                                 std::uint64_t most) {
  const std::optional<std::uint64_t> number = read_digits(text);
  if (number && *number >= least && *number <= most) return *number;
  const bool is_open = most == std::numeric_limits<std::uint64_t>::max();
  const std::string range = is_open ? fmt::format("a whole number of at least {}", least)
                                    : fmt::format("a whole number from {} to {}", least, most);
  return tl::unexpected(bad_value(flag, range, text));
}

Result<std::chrono::milliseconds> read_duration(std::string_view flag, std::string_view text) {
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  for (const Unit& unit : kDurations) {
    if (text.substr(unit_at) != unit.name) continue;
    const std::optional<std::uint64_t> ms = read_milliseconds(text.substr(0, unit_at), unit.factor);
    if (ms && *ms > 0 && *ms <= kLongestMs) return std::chrono::milliseconds(*ms);
  }
  return tl::unexpected(bad_value(flag, "a duration with its unit, such as 500ms, 10s or 2m", text));
}

Result<std::uint64_t> read_size(std::string_view flag, std::string_view text, std::uint64_t least) {
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string name(text.substr(unit_at));
  for (char& letter : name) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  if (name.ends_with("ib")) name.resize(name.size() - 2);
  std::uint64_t factor = name.empty() && unit_at == text.size() ? 1 : 0;
  for (const Unit& unit : kSizes)
    if (unit.name == name) factor = unit.factor;
  const std::optional<std::uint64_t> number = read_digits(text.substr(0, unit_at));
  const bool is_size = number && factor > 0 && *number <= std::numeric_limits<std::uint64_t>::max() / factor;
  if (is_size && *number * factor >= least) return *number * factor;
  const std::string_view what =
      "a whole number of bytes or of K, M, G or T (KiB, MiB, GiB, TiB: powers of 1024), such as 512M or 4GiB";
  if (!is_size) return tl::unexpected(bad_value(flag, what, text));
  return tl::unexpected(bad_value(
      flag, fmt::format("at least {}M: with less not even an empty candidate starts", least >> 20), text));
}

Result<std::optional<ScopeRequest>> read_scope(std::string_view flag, std::string_view text) {
  if (text == "off") return std::optional<ScopeRequest>{};
  ScopeRequest request;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const Result<void> read = read_scope_item(flag, text.substr(from, comma - from), request);
    if (!read) return tl::unexpected(read.error());
    from = comma + 1;
  }
  return std::optional(request);
}

}  // namespace gradvet
