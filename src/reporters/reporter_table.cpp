#include "src/reporters/reporter_table.hpp"

#include <array>

#include "src/reporters/accuracy_report.hpp"
#include "src/reporters/github_report.hpp"
#include "src/reporters/html_report.hpp"
#include "src/reporters/json_report.hpp"
#include "src/reporters/junit_report.hpp"
#include "src/reporters/observations_report.hpp"
#include "src/reporters/sarif_report.hpp"
#include "src/reporters/step_summary.hpp"

namespace gradvet {

namespace {

constexpr std::array<ReporterEntry, 8> kReporters = {{
    {"console", "what a person reads", RunLimit::kAny, ReportNeeds::kNothing,
     [](const ReportStyle& style) -> std::unique_ptr<Reporter> {
       return std::make_unique<ConsoleReport>(style.colour, style.detail);
     }},
    {"json", "everything, as gradvet.report/1", RunLimit::kAny, ReportNeeds::kNothing,
     [](const ReportStyle&) -> std::unique_ptr<Reporter> { return std::make_unique<JsonReport>(); }},
    {"observations", "the fixtures of one candidate, in the published schema", RunLimit::kOne,
     ReportNeeds::kNothing,
     [](const ReportStyle&) -> std::unique_ptr<Reporter> { return std::make_unique<ObservationsReport>(); }},
    {"accuracy", "how near held answers were, in ULP and in what rounding allows, as gradvet.accuracy/1",
     RunLimit::kAny, ReportNeeds::kAccuracy,
     [](const ReportStyle&) -> std::unique_ptr<Reporter> { return std::make_unique<AccuracyReport>(); }},
    {"junit", "test suites in XML, for Jenkins and GitLab", RunLimit::kAny, ReportNeeds::kNothing,
     [](const ReportStyle&) -> std::unique_ptr<Reporter> { return std::make_unique<JunitReport>(); }},
    {"sarif", "findings at the candidate's code, in SARIF 2.1.0", RunLimit::kAny, ReportNeeds::kNothing,
     [](const ReportStyle& style) -> std::unique_ptr<Reporter> {
       return std::make_unique<SarifReport>(style.places);
     }},
    {"github", "annotations for GitHub Actions, and its step summary", RunLimit::kAny, ReportNeeds::kNothing,
     [](const ReportStyle& style) -> std::unique_ptr<Reporter> {
       return std::make_unique<GithubReport>(style.places);
     },
     [](const ReportStyle&) -> std::unique_ptr<Reporter> { return std::make_unique<StepSummary>(); }},
    {"html", "one page for a browser, without network or script", RunLimit::kAny, ReportNeeds::kAccuracy,
     [](const ReportStyle&) -> std::unique_ptr<Reporter> { return std::make_unique<HtmlReport>(); }},
}};

}  // namespace

std::span<const ReporterEntry> reporter_table() { return kReporters; }

}  // namespace gradvet
