#include "src/cli/python_program.hpp"

#include <fmt/format.h>

namespace gradvet {

namespace {

constexpr std::string_view kTop = R"py("""{title}

Printed by gradvet {version}. It needs Python alone: it runs the fixtures of the contract {contract}
on solve(), prints what it observed as JSON, and ends with 0 if every fixture passes, else with 1.
"""
import json
import sys

N = {variant}
observations = []


{solve}

def observed(call):
    """What solve() gives; text where it divides by zero or JSON has no such number."""
    try:
        actual = call()
    except ZeroDivisionError:
        return "undefined"
    text = json.dumps(actual)
    return text if "NaN" in text or "Infinity" in text else actual


def check(name, call, expected):
    actual = observed(call)
    entry = dict(check=name, actual=actual, expected=expected, passed=actual == expected)
    observations.append(entry)


{checks}

all_passed = all(entry["passed"] for entry in observations)
report = dict(observations=observations, passed=all_passed)
print(json.dumps(report, ensure_ascii=False))
sys.exit(0 if all_passed else 1)
)py";

/// The text with exactly one line feed at its end.
std::string with_one_line_feed(std::string_view text) {
  const std::size_t last = text.find_last_not_of('\n');
  return std::string(text.substr(0, last == std::string_view::npos ? 0 : last + 1)) + "\n";
}

std::string without_line_feeds(std::string_view text) {
  const std::size_t last = text.find_last_not_of('\n');
  return std::string(text.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

}  // namespace

std::string python_program(const Contract& contract, const Form& form, const Mechanism* mechanism,
                           int variant, std::string_view version) {
  if (form.python.empty()) return "";
  std::string checks = contract.python_checks();
  if (mechanism != nullptr) checks += contract.own_python_checks(*mechanism);
  const std::string title = fmt::format("{}: {}.", form.id, form.sentence);
  return fmt::format(kTop, fmt::arg("title", title), fmt::arg("version", version),
                     fmt::arg("contract", contract.info().id), fmt::arg("variant", variant),
                     fmt::arg("solve", with_one_line_feed(form.python)),
                     fmt::arg("checks", without_line_feeds(checks)));
}

}  // namespace gradvet
