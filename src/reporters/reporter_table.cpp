#include "src/reporters/reporter_table.hpp"

#include <array>

#include "src/reporters/accuracy_report.hpp"
#include "src/reporters/json_report.hpp"
#include "src/reporters/observations_report.hpp"

namespace gradvet {

namespace {

constexpr std::array<ReporterEntry, 4> kReporters = {{
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
}};

}  // namespace

std::span<const ReporterEntry> reporter_table() { return kReporters; }

}  // namespace gradvet
