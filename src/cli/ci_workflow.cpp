#include "src/cli/ci_workflow.hpp"

#include <array>

#include "src/cli/starter_texts.hpp"

namespace gradvet {

namespace {

constexpr std::array<CiService, 2> kServices = {{
    {"github", "GitHub", ".github/workflows/gradvet.yml", "", ""},
    {"gitlab", "GitLab", ".gitlab/gradvet.yml", ".gitlab-ci.yml",
     "include:\n  - local: .gitlab/gradvet.yml\n"},
}};

}  // namespace

std::span<const CiService> ci_services() { return kServices; }

NewFile ci_file(const CiService& service, const CiSubject& subject) {
  return {service.path, fill_starter(starter_text(service.name), {{"subject", subject.name},
                                                                  {"build", subject.build},
                                                                  {"vet", subject.vet},
                                                                  {"packages", subject.packages}})};
}

}  // namespace gradvet
