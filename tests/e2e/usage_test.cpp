#include <ostream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

/// A command line and the beginning of what it says on stderr.
struct Usage {
  std::vector<std::string> arguments;
  std::string message;
  friend void PrintTo(const Usage& usage, std::ostream* out) {
    *out << "gradvet";
    for (const std::string& argument : usage.arguments) *out << ' ' << argument;
  }
};

class BadUsage : public GradvetCommand, public ::testing::WithParamInterface<Usage> {};

TEST_P(BadUsage, SaysWhatWasWrongAndEndsWithTwo) {
  const CommandResult run = gradvet(GetParam().arguments);
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_EQ(run.out, "") << run;
  EXPECT_EQ(run.err.substr(0, GetParam().message.size()), GetParam().message) << run;
}

const std::string kMean = "builtin:vector-mean/repair";

INSTANTIATE_TEST_SUITE_P(
    Usage, BadUsage,
    ::testing::Values(
        Usage{{}, "gradvet: error[E105]: no command is given; gradvet --help lists them"},
        Usage{{"vett"}, "gradvet: error[E101]: no command is called 'vett'; did you mean 'vet'? "},
        Usage{{"vet"}, "gradvet: error[E105]: no candidate is named, and there is no gradvet.toml; gradvet "},
        Usage{{"vet", "--no-config"}, "gradvet: error[E105]: no candidate is named; gradvet vet --help"},
        Usage{{"vet", "--config", "absent.toml"}, "gradvet: error[E301]: 'absent.toml' cannot be read; "},
        Usage{{"vet", "--config", "/"}, "gradvet: error[E301]: '/' cannot be read; "},
        Usage{{"vet", "--config", "a.toml", "--no-config"},
              "gradvet: error[E102]: --config and --no-config exclude each other"},
        Usage{{"vet", kMean, "--contarct", "x"},
              "gradvet: error[E101]: no flag of gradvet vet is called '--contarct'; did you mean "
              "'--contract'? "},
        Usage{{"vet", kMean, "--contract", "vector-maen"},
              "gradvet: error[E101]: no contract is called 'vector-maen'; did you mean 'vector-mean'? "},
        Usage{{"vet", kMean, "--contract", "FA-98882"},
              "gradvet: error[E101]: no contract is called 'FA-98882'; did you mean 'FA-98881'? "},
        Usage{{"vet", kMean, "--contract", "batch-total"},
              "gradvet: error[E104]: 'builtin:vector-mean/repair' computes vector-mean, not batch-total; "},
        Usage{{"vet", "builtin:vector-mean/repare"}, "gradvet: error[E101]: "},
        Usage{{"vet", "absent.py"}, "gradvet: error[E201]: "},
        Usage{{"vet", "exec:true"},
              "gradvet: error[E105]: nothing tells which contract 'exec:true' must keep; "},
        Usage{{"vet", kMean, "--cases", "ten"},
              "gradvet: error[E102]: --cases takes a whole number from 0 to 1000000000000, not 'ten'"},
        Usage{{"vet", kMean, "--cases", "-1"}, "gradvet: error[E102]: --cases takes a whole number"},
        Usage{{"vet", kMean, "--seed", "x"},
              "gradvet: error[E102]: --seed takes a whole number of at least 0, not 'x'"},
        Usage{{"vet", kMean, "--time", "10"}, "gradvet: error[E102]: --time takes a duration with its unit"},
        Usage{{"vet", kMean, "--memory", "1K"}, "gradvet: error[E102]: --memory takes at least 16M"},
        Usage{{"vet", kMean, "--memory", "4GB"},
              "gradvet: error[E102]: --memory takes a whole number of bytes or of K, M, G or T"},
        Usage{{"vet", kMean, "--scope", "width=2,heigth=3"},
              "gradvet: error[E101]: no key of --scope is called 'heigth'"},
        Usage{{"vet", kMean, "--scope", "microbatches=50,width=9"},
              "gradvet: error[E102]: --scope asks for over 20,000,000 cases of vector-mean; "},
        Usage{{"vet", kMean, "--report", "json=/"}, "gradvet: error[E302]: the report '/' is a folder; "},
        Usage{{"vet", kMean, "--pins", "/"}, "gradvet: error[E301]: '/' is a folder, not a file of pins; "},
        Usage{{"vet", kMean, "--scope", "micro=3"},
              "gradvet: error[E101]: no key of --scope is called 'micro'; did you mean 'microbatches'? "},
        Usage{{"vet", kMean, "--profile", "flaot32"}, "gradvet: error[E106]: "},
        Usage{{"vet", kMean, "--color", "yes"}, "gradvet: error[E101]: no value of --color is called 'yes'"},
        Usage{{"vet", kMean, "--report", "json"},
              "gradvet: error[E102]: --report takes KIND=PATH, such as json=report.json, not 'json'"},
        Usage{{"vet", kMean, "--report", "jsn=x"},
              "gradvet: error[E101]: no report is called 'jsn'; did you mean 'json'? "},
        Usage{{"vet", kMean, "--report", "json=-", "--report", "observations=-"},
              "gradvet: error[E102]: two reports are to be written to '-'"},
        Usage{{"vet", kMean, kMean, "--report", "observations=x"},
              "gradvet: error[E102]: --report 'observations=x' takes exactly one candidate, not 2"},
        Usage{{"vet", kMean, "--laws-only", "--all"},
              "gradvet: error[E102]: --all and --laws-only exclude each other; "},
        Usage{{"vet", kMean, "--shard", "0/2"}, "gradvet: error[E102]: --shard takes I/N with I from 1 to N"},
        Usage{{"vet", kMean, "--shard", "auto"},
              "gradvet: error[E102]: --shard auto finds no scheduler that names a part; it looks at "
              "GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS, "},
        Usage{{"vet", kMean, "--shard", "1/2", "--time", "1s"},
              "gradvet: error[E102]: --shard excludes --time; "},
        Usage{{"vet", kMean, "--shard", "1/2", "--seed", "random"},
              "gradvet: error[E102]: --shard excludes --seed random; "},
        Usage{{"vet", kMean, kMean, "--shard", "1/2"},
              "gradvet: error[E102]: --shard takes exactly one candidate, not 2; "},
        Usage{{"vet", kMean, "--against", "absent.py"}, "gradvet: error[E201]: "},
        Usage{{"vet", kMean, "--against", kMean, "--all"},
              "gradvet: error[E102]: --against excludes --all and --laws-only; "},
        Usage{{"vet", kMean, "--against", kMean, "--within", "few"},
              "gradvet: error[E102]: --within takes a whole number from 0 to 1000000000000, not 'few'"},
        Usage{{"vet", kMean, "--within", "2"},
              "gradvet: error[E102]: --within says how far from --against an answer may be; "},
        Usage{{"vet", "exec:true", "--contract", "vector-mean", "--in-process"},
              "gradvet: error[E102]: 'exec:true' is a process of its own; --in-process is for shared "
              "libraries"},
        Usage{{"vet", kMean, "--jobs", "0"},
              "gradvet: error[E102]: --jobs takes a whole number from 1 to 256, not '0'"},
        Usage{{"vet", kMean, "--jobs", "2", "--in-process"},
              "gradvet: error[E102]: --in-process excludes --jobs above 1; "},
        Usage{{"merge"}, "gradvet: error[E105]: REPORT is required; gradvet merge --help"},
        Usage{{"merge", "a.json"}, "gradvet: error[E301]: the report 'a.json' cannot be read"},
        Usage{{"merge", "a.json", "--report", "junit=x"},
              "gradvet: error[E102]: --report takes json=PATH here: "},
        Usage{{"merge", "a.json", "--report", "json=x", "--report", "json=y"},
              "gradvet: error[E102]: gradvet merge writes one report, not several; "},
        Usage{{"init"},
              "gradvet: error[E105]: init needs a LANGUAGE; one of python, c, cpp, rust, go, javascript: "},
        Usage{{"init", "pyhton", "--contract", "vector-mean"},
              "gradvet: error[E101]: no language is called 'pyhton'; did you mean 'python'? init writes "
              "python, "},
        Usage{{"init", "go", "--contract", "vector-meen"},
              "gradvet: error[E101]: no contract is called 'vector-meen'; did you mean 'vector-mean'? "},
        Usage{{"init", "go"},
              "gradvet: error[E105]: init needs --contract NAME: what the candidate computes; one of "
              "vector-mean, "},
        Usage{{"init", "--contract", "vector-mean", "--ci", "github"},
              "gradvet: error[E105]: init needs a LANGUAGE; "},
        Usage{{"init", "go", "--contract", "vector-mean", "mean.c"},
              "gradvet: error[E102]: PATH takes a file whose name has letters, digits, '_', '-' and '.' and "
              "ends in '.go', not 'mean.c'"},
        Usage{{"init", "c", "--contract", "vector-mean", "a*/ b.c"},
              "gradvet: error[E102]: PATH takes a file whose name "},
        Usage{{"init", "c", "--contract", "vector-mean", "/dev/null/mean.c"},
              "gradvet: error[E302]: '/dev/null/mean.c' cannot be written: Not a directory; "},
        Usage{{"init", "c", "--contract", "vector-mean", "/tmp/mean.c", "--ci", "github"},
              "gradvet: error[E102]: --ci cannot name '/tmp/mean.c' in its file; "},
        Usage{{"init", "--ci", "githup"},
              "gradvet: error[E101]: no CI service is called 'githup'; did you mean 'github'? init writes "
              "github, gitlab"},
        Usage{{"list", "contract"},
              "gradvet: error[E101]: no list is called 'contract'; did you mean 'contracts'? "},
        Usage{{"explain", "vector-means"},
              "gradvet: error[E101]: no contract or mechanism is called 'vector-means'; did you mean "
              "'vector-mean'? "},
        Usage{{"explain", "vector-mean", "--role", "repair"},
              "gradvet: error[E105]: --role and --variant choose a "},
        Usage{{"explain", "vector-mean", "--source", "python", "--role", "repare"},
              "gradvet: error[E101]: no role is called 'repare'; did you mean 'repair'? "},
        Usage{{"explain", "vector-mean", "--source", "python", "--variant", "65"},
              "gradvet: error[E102]: --variant takes a whole number from 1 to 64, not '65'"},
        Usage{{"explain"}, "gradvet: error[E105]: explain needs an ID: "},
        Usage{{"explain", "vector-means", "--json", "-"},
              "gradvet: error[E101]: no contract or mechanism is called 'vector-means'; "},
        Usage{{"explain", "vector-mean/repair", "--html", "-"},
              "gradvet: error[E101]: 'vector-mean/repair' is one form; "},
        Usage{{"explain", "--json", "-", "--html", "-"},
              "gradvet: error[E102]: --json and --html are both to be written to '-'"},
        Usage{{"explain", "vector-mean", "--json", "-", "--variant", "2"},
              "gradvet: error[E102]: --json and --html write every program; "},
        Usage{{"explain", "--json", "/"}, "gradvet: error[E302]: the failure map '/' is a folder; "},
        Usage{{"explain", "--html", "absent/map.html"},
              "gradvet: error[E302]: the failure map 'absent/map.html' cannot be written; "},
        Usage{{"replay", "{}", "--contract", "vector-mean"},
              "gradvet: error[E105]: replay needs a candidate"},
        Usage{{"replay", "{", "--candidate", kMean}, "gradvet: error[E401]: the case: "},
        Usage{{"replay", "absent.json", "--candidate", kMean},
              "gradvet: error[E301]: 'absent.json' is no case and no file that can be read"},
        Usage{{"replay", R"({"gradient_vectors":[[1.0]]})", "--candidate", kMean}, "gradvet: error[E403]: "},
        Usage{{"replay", R"({"gradient_vectors":[[1.0]],"example_counts":[-1]})", "--candidate", kMean},
              "gradvet: error[E501]: the case is outside the domain of vector-mean: "}));

}  // namespace
}  // namespace gradvet
