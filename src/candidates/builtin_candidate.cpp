#include "src/candidates/builtin_candidate.hpp"

#include <utility>

#include "src/candidates/nearest_float.hpp"
#include "src/core/invariant.hpp"
#include "src/text/decimal.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

namespace {

class BuiltinCandidate final : public Candidate {
 public:
  BuiltinCandidate(std::string name, const Form& form) : name_(std::move(name)), form_(form) {}

  const std::string& name() const override { return name_; }
  std::size_t preferred_batch() const override { return 256; }

  Result<void> open(const Contract& contract, const Profile& profile, const CandidateLimits&) override {
    const std::string_view owner = form_.id.substr(0, form_.id.find('/'));
    if (owner != contract.info().id)
      return make_error(
          ErrorCode::kUnknownName,
          "'" + name_ + "' computes " + std::string(owner) + ", not " + std::string(contract.info().id),
          "`gradvet list candidates` lists the built-in candidates of each contract");
    profile_ = profile;
    shape_ = contract.info().result_shape;
    return {};
  }

  Result<void> evaluate(std::span<const Case> batch, std::span<Outcome> outcomes, TokenText text) override {
    require_invariant(batch.size() == outcomes.size(), "a batch and its outcomes differ in size");
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Answer& answer = answer_of(outcomes[i]);
      answer.reset(shape_);
      if (profile_.output == NumberFormat::kExact) {
        if (!compute_exactly(batch[i], answer)) {
          outcomes[i] = Exception{"undefined on this case"};
          continue;
        }
      } else {
        form_.compute(batch[i], profile_, answer);
      }
      if (text == TokenText::kKept) write_text(answer);
    }
    return {};
  }

 private:
  bool compute_exactly(const Case& value, Answer& out) {
    if (!form_.compute_exactly(value, exact_)) return false;
    out.shape = exact_.shape;
    out.rows = exact_.rows;
    for (std::size_t i = 0; i < exact_.numbers.size(); ++i) {
      out.numbers.push_back(nearest_float(exact_.numbers[i]));
      out.exact.push_back({static_cast<std::uint32_t>(i), Answer::Exact::Kind::kFraction, exact_.numbers[i]});
    }
    return true;
  }

  static void append_numbers(std::string& out, const Answer& answer, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (i != first) out += ", ";
      const Answer::Exact* exact = nullptr;
      for (const Answer::Exact& entry : answer.exact)
        if (entry.index == i) exact = &entry;
      if (exact == nullptr)
        append_shortest(out, answer.numbers[i]);
      else
        append_json_string(out, fraction_text(exact->value));
    }
  }

  /// The text that a candidate in another process would have written.
  static void write_text(Answer& answer) {
    std::string& out = answer.text;
    out.clear();
    switch (answer.shape) {
      case AnswerShape::kNull:
        out = "null";
        return;
      case AnswerShape::kScalar:
        append_numbers(out, answer, 0, answer.numbers.size());
        return;
      case AnswerShape::kList:
      case AnswerShape::kListOrNull:
        out += '[';
        append_numbers(out, answer, 0, answer.numbers.size());
        out += ']';
        return;
      case AnswerShape::kWindows:
        out += '[';
        for (const AnswerRow& row : answer.rows) {
          if (out.size() > 1) out += ", ";
          if (row.is_null) {
            out += "null";
            continue;
          }
          out += '[';
          append_numbers(out, answer, row.first, row.first + row.size);
          out += ']';
        }
        out += ']';
    }
  }

  std::string name_;
  const Form& form_;
  Profile profile_;
  AnswerShape shape_ = AnswerShape::kList;
  ExactAnswer exact_;
};

}  // namespace

std::unique_ptr<Candidate> make_builtin_candidate(std::string name, const Form& form) {
  return std::make_unique<BuiltinCandidate>(std::move(name), form);
}

}  // namespace gradvet
