#pragma once

#include "src/core/reporter.hpp"
#include "src/text/xml_writer.hpp"

namespace gradvet {

/// A finding: its kind and name, the least case with a bar for each microbatch and, where they were measured,
/// the contract's weights beside the candidate's, expected beside actual, and the line that replays it.
void write_html_finding(XmlWriter& html, const Session& session, const RunReport& run,
                        const Finding& finding);

}  // namespace gradvet
