#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// A wrong candidate whose function is defined on line 3, and one that raises a text made to break out of
/// reports.
class CiReports : public GradvetCommand {
 protected:
  CiReports() {
    workshop_.write("my code/wrong.py",
                    "import math\n\n"
                    "def solve(gradient_vectors, example_counts):\n"
                    "    return [sum(c) / len(c) for c in zip(*gradient_vectors)]\n");
    workshop_.write(
        "hostile.py",
        "def solve(gradient_vectors, example_counts):\n"
        "    raise ValueError('\\x1b[2J\\0\\r\\n::error::x\\n]]><script></system-out>\\udcff| ```')\n");
  }

  CommandResult vet(const std::string& report, const std::string& candidate = "my code/wrong.py") const {
    return gradvet(
        {"vet", candidate, "--contract", "vector-mean", "--cases", "0", "--pins", "off", "--report", report});
  }

  /// Runs a Python program over a report.
  CommandResult python(const std::string& program) const {
    workshop_.write("read.py", program);
    return shell("python3 read.py");
  }
};

constexpr const char* kReadSuites = R"(import xml.etree.ElementTree as tree
suites = tree.parse('report.xml').getroot()
assert suites.tag == 'testsuites', suites.tag
for suite in suites:
    tests = suite.findall('testcase')
    assert int(suite.get('tests')) == len(tests)
    for name, element in (('failures', 'failure'), ('errors', 'error'), ('skipped', 'skipped')):
        assert int(suite.get(name)) == len(suite.findall('testcase/' + element)), name
    names = [test.get('name') for test in tests]
    assert len(set(names)) == len(names), names
    for test in tests:
        if test.find('failure') is not None: print(test.get('name'), test.find('failure').get('type'), sep=': ')
)";

TEST_F(CiReports, JunitSuitesCountWhatTheyHold) {
  EXPECT_EQ(vet("junit=report.xml").status, 1);
  const CommandResult read = python(kReadSuites);
  EXPECT_EQ(read.status, 0) << read;
  EXPECT_TRUE(contains(read.out, "wrong-value: vector-mean/microbatch-denominator\n")) << read;
  EXPECT_TRUE(contains(read.out, "fixture: ")) << read;
}

TEST_F(CiReports, JunitIsXmlWhateverACandidateRaises) {
  EXPECT_EQ(vet("junit=report.xml", "hostile.py").status, 1);
  const CommandResult read = python(kReadSuites);
  EXPECT_EQ(read.status, 0) << read;
  EXPECT_TRUE(contains(read.out, "exception: exception\n")) << read;
}

TEST_F(CiReports, SarifPointsAtTheFunction) {
  EXPECT_EQ(vet("sarif=report.sarif").status, 1);
  const CommandResult read = python(R"(import json
log = json.load(open('report.sarif'))
assert log['version'] == '2.1.0'
run, = log['runs']
assert run['invocations'][0]['exitCode'] == 1 and run['invocations'][0]['executionSuccessful']
rules = [rule['id'] for rule in run['tool']['driver']['rules']]
assert len(set(rules)) == len(rules)
for result in run['results']:
    assert rules[result['ruleIndex']] == result['ruleId']
    assert result['message']['text'] and result['partialFingerprints']['gradvet/v1']
    place = result['locations'][0]['physicalLocation']
    print(result['ruleId'], place['artifactLocation']['uri'], place['region']['startLine'])
)");
  EXPECT_EQ(read.status, 0) << read;
  EXPECT_TRUE(contains(read.out, "vector-mean/microbatch-denominator my%20code/wrong.py 3\n")) << read;
}

TEST_F(CiReports, SarifSaysWhenNothingWasJudged) {
  workshop_.write("absent.py", "x = 1\n");
  EXPECT_EQ(vet("sarif=report.sarif", "absent.py").status, 3);
  const CommandResult read = python(R"(import json
run, = json.load(open('report.sarif'))['runs']
invocation, = run['invocations']
assert run['results'] == [] and invocation['exitCode'] == 3 and not invocation['executionSuccessful']
print(invocation['toolExecutionNotifications'][0]['message']['text'])
)");
  EXPECT_EQ(read.status, 0) << read;
  EXPECT_TRUE(read.out.starts_with("absent.py:solve: unjudged: ")) << read;
}

TEST_F(CiReports, GithubAnnotatesTheFunctionAndAppendsToTheStepSummary) {
  workshop_.write("summary.md", "before\n");
  workshop_.set("GITHUB_STEP_SUMMARY", "summary.md");
  const CommandResult run = vet("github=-");
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(run.out.starts_with("::error file=my code/wrong.py,line=3,title=wrong-value%3A ")) << run;
  EXPECT_TRUE(contains(run.err, "broken  my code/wrong.py:solve")) << run;
  const std::string summary = workshop_.read("summary.md");
  EXPECT_TRUE(summary.starts_with("before\n## gradvet\n\n| verdict |")) << summary;
  EXPECT_TRUE(contains(summary, "\n| broken | my code/wrong\\.py\\:solve | vector\\-mean | float64 | "))
      << summary;
}

TEST_F(CiReports, GithubWarnsOfAStepSummaryThatCannotBeWritten) {
  workshop_.set("GITHUB_STEP_SUMMARY", "no/such/summary.md");
  const CommandResult run = vet("github=-");
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(
      contains(run.err, "gradvet: warning: the step summary 'no/such/summary.md' cannot be written\n"))
      << run;
}

TEST_F(CiReports, GithubBeginsEveryLineItself) {
  const CommandResult run = vet("github=-", "hostile.py");
  EXPECT_EQ(run.status, 1) << run;
  for (std::size_t at = 0; at < run.out.size(); at = run.out.find('\n', at) + 1)
    EXPECT_TRUE(run.out.substr(at).starts_with("::error file=hostile.py,line=1,")) << run.out.substr(at);
}

TEST_F(CiReports, HtmlIsAPageWhateverACandidateRaises) {
  EXPECT_EQ(vet("html=report.html", "hostile.py").status, 1);
  const CommandResult read = python(R"(from html.parser import HTMLParser
VOID = {'meta', 'br'}
class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], [], []
    def handle_starttag(self, tag, attributes):
        assert tag not in ('script', 'iframe', 'img', 'link'), tag
        for name, value in attributes:
            assert not name.startswith('on'), name
            if name == 'id': self.ids.append(value)
            if name == 'href': self.links.append(value)
        if tag not in VOID: self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
page = Page()
page.feed(open('report.html', encoding='utf-8').read())
assert not page.open and len(set(page.ids)) == len(page.ids)
assert page.links and all(link[1:] in page.ids for link in page.links)
)");
  EXPECT_EQ(read.status, 0) << read;
}

TEST_F(CiReports, HtmlLoadsInABrowserWithoutComplaint) {
  if (shell("command -v chromium").status != 0) GTEST_SKIP() << "needs chromium";
  EXPECT_EQ(vet("html=report.html", "hostile.py").status, 1);
  const CommandResult loaded = shell(
      "chromium --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run "
      "--user-data-dir=profile --enable-logging=stderr --dump-dom \"file://$PWD/report.html\"");
  EXPECT_EQ(loaded.status, 0) << loaded;
  EXPECT_TRUE(contains(loaded.out, "&lt;script&gt;")) << loaded;
  EXPECT_FALSE(contains(loaded.out, "<script")) << loaded;
  EXPECT_FALSE(contains(loaded.err, "CONSOLE")) << loaded;
}

}  // namespace
}  // namespace gradvet
