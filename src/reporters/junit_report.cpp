#include "src/reporters/junit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "src/reporters/defect.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/reporters/unjudged_reason.hpp"
#include "src/text/xml_writer.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostValueBytes = 200;

/// How a test ended; for all but kPassed there is an element that says so.
enum class Ending { kPassed, kFailed, kErred, kSkipped };

struct TestResult {
  std::string name;
  Ending ending = Ending::kPassed;
  std::string type;
  std::string message;
  std::string text;
};

struct Suite {
  std::string name;
  std::string class_name;
  std::vector<TestResult> tests;

  std::size_t count(Ending ending) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(tests, [ending](const TestResult& test) { return test.ending == ending; }));
  }
};

/// Readers take what stands before the last dot for a package.
std::string class_name_of(const RunReport& run) {
  std::string candidate = terminal_text(run.candidate);
  std::ranges::replace(candidate, '.', '_');
  return fmt::format("{}.{}.{}", run.contract->info().id, to_text(run.profile), candidate);
}

TestResult judged_test(const RunReport& run) {
  TestResult test{.name = "judged", .ending = Ending::kPassed, .type = "", .message = "", .text = ""};
  if (run.verdict != Verdict::kUnjudged) return test;
  test.ending = Ending::kErred;
  test.type = "unjudged";
  const std::string reason = unjudged_reason(run);
  test.message = terminal_text(reason.substr(0, reason.find('\n')));
  return test;
}

/// A test for each kind of finding, which fails where there is one; with --all there may be several of a
/// kind.
void add_kind_tests(const Session& session, const RunReport& run, std::vector<TestResult>& tests) {
  constexpr std::array kKinds = {FindingKind::kCrash,      FindingKind::kTimeOut,    FindingKind::kProtocol,
                                 FindingKind::kException,  FindingKind::kWrongShape, FindingKind::kNonFinite,
                                 FindingKind::kWrongValue, FindingKind::kUnstable};
  for (const FindingKind kind : kKinds) {
    const std::string name(to_text(kind));
    std::size_t found = 0;
    for (const Finding& finding : run.findings) {
      if (finding.kind != kind) continue;
      const Defect defect = defect_of(session, run, finding);
      tests.push_back({.name = ++found == 1 ? name : fmt::format("{} {}", name, found),
                       .ending = Ending::kFailed,
                       .type = defect.rule,
                       .message = defect.headline,
                       .text = defect.explanation});
    }
    // An unjudged run does not say that there is none.
    if (found == 0 && run.verdict != Verdict::kUnjudged)
      tests.push_back({.name = name, .ending = Ending::kPassed, .type = "", .message = "", .text = ""});
  }
}

void add_law_tests(const RunReport& run, std::vector<TestResult>& tests) {
  const auto is_broken = [&run](const Law& law) {
    return std::ranges::any_of(run.laws_broken,
                               [&law](const LawBreach& breach) { return breach.law->id == law.id; });
  };
  for (const LawBreach& breach : run.laws_broken) {
    const Defect defect = defect_of(run, breach);
    tests.push_back({.name = fmt::format("law: {}", breach.law->id),
                     .ending = Ending::kFailed,
                     .type = "law",
                     .message = defect.headline,
                     .text = defect.explanation});
  }
  // Elsewhere laws are looked at only to tell more of a wrong value.
  if (!run.is_laws_only || run.verdict == Verdict::kUnjudged) return;
  for (const Law& law : run.contract->laws()) {
    if (is_broken(law)) continue;
    tests.push_back({.name = fmt::format("law: {}", law.id),
                     .ending = Ending::kPassed,
                     .type = "",
                     .message = "",
                     .text = ""});
  }
}

void add_fixture_tests(const RunReport& run, std::vector<TestResult>& tests) {
  for (const Observation& observation : run.observations) {
    TestResult test{.name = fmt::format("fixture: {}", terminal_text(observation.check)),
                    .ending = Ending::kPassed,
                    .type = "",
                    .message = "",
                    .text = ""};
    const std::string actual = elided(terminal_text(observation.actual), kMostValueBytes);
    if (observation.is_declined) {
      test.ending = Ending::kSkipped;
      test.message = actual;
    } else if (!observation.passed) {
      test.ending = Ending::kFailed;
      test.type = "fixture";
      test.message = fmt::format("{}, expected {}", actual,
                                 elided(terminal_text(observation.expected), kMostValueBytes));
    }
    tests.push_back(std::move(test));
  }
}

Suite suite_of(const Session& session, const RunReport& run) {
  Suite suite;
  suite.name =
      fmt::format("{} {} {}", terminal_text(run.candidate), run.contract->info().id, to_text(run.profile));
  suite.class_name = class_name_of(run);
  suite.tests.push_back(judged_test(run));
  add_kind_tests(session, run, suite.tests);
  add_law_tests(run, suite.tests);
  add_fixture_tests(run, suite.tests);
  return suite;
}

void write_ending(XmlWriter& xml, std::string_view element, const TestResult& test) {
  xml.begin(element);
  if (!test.type.empty()) xml.attribute("type", test.type);
  xml.attribute("message", test.message);
  if (!test.text.empty()) xml.text(test.text);
  xml.end();
}

void write_test(XmlWriter& xml, const Suite& suite, const TestResult& test) {
  xml.begin("testcase");
  xml.attribute("classname", suite.class_name);
  xml.attribute("name", test.name);
  switch (test.ending) {
    case Ending::kPassed:
      break;
    case Ending::kFailed:
      write_ending(xml, "failure", test);
      break;
    case Ending::kErred:
      write_ending(xml, "error", test);
      break;
    case Ending::kSkipped:
      write_ending(xml, "skipped", test);
      break;
  }
  xml.end();
}

void write_property(XmlWriter& xml, std::string_view name, std::string_view value) {
  xml.begin("property");
  xml.attribute("name", name);
  xml.attribute("value", value);
  xml.end();
}

void write_suite(XmlWriter& xml, const Session& session, const RunReport& run, const Suite& suite) {
  xml.begin("testsuite");
  xml.attribute("name", suite.name);
  xml.attribute("tests", std::to_string(suite.tests.size()));
  xml.attribute("failures", std::to_string(suite.count(Ending::kFailed)));
  xml.attribute("errors", std::to_string(suite.count(Ending::kErred)));
  xml.attribute("skipped", std::to_string(suite.count(Ending::kSkipped)));
  xml.begin("properties");
  write_property(xml, "gradvet", session.version);
  write_property(xml, "seed", std::to_string(session.seed));
  write_property(xml, "verdict", to_text(run.verdict));
  write_property(xml, "cases", std::to_string(run.cases.total()));
  write_property(xml, "command", terminal_text(session.command_line));
  xml.end();
  for (const TestResult& test : suite.tests) write_test(xml, suite, test);
  xml.element("system-out", console_text(session, run));
  xml.end();
}

}  // namespace

void JunitReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  std::vector<Suite> suites;
  for (const RunReport& run : runs) suites.push_back(suite_of(session, run));
  const auto total = [&suites](auto count) {
    std::size_t sum = 0;
    for (const Suite& suite : suites) sum += count(suite);
    return std::to_string(sum);
  };
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>)";
  XmlWriter xml(text, XmlWriter::Dialect::kXml);
  xml.begin("testsuites");
  xml.attribute("name", "gradvet");
  xml.attribute("tests", total([](const Suite& suite) { return suite.tests.size(); }));
  xml.attribute("failures", total([](const Suite& suite) { return suite.count(Ending::kFailed); }));
  xml.attribute("errors", total([](const Suite& suite) { return suite.count(Ending::kErred); }));
  for (std::size_t i = 0; i < runs.size(); ++i) write_suite(xml, session, runs[i], suites[i]);
  xml.end();
  out << text << '\n';
}

}  // namespace gradvet
