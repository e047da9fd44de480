#pragma once

#include <string_view>

namespace gradvet {

/// The style sheet of the page. Contrasts are at least 4.5 to 1 in both schemes. It has none of the
/// characters that XmlWriter would turn into references, which a style element does not read.
inline constexpr std::string_view kHtmlStyle = R"css(
:root { color-scheme: light dark; --page: #fbfaf8; --panel: #ffffff; --ink: #1f2328; --soft: #57606a;
  --line: #d8dce1; --good: #17663a; --bad: #b3261e; --doubt: #8a5300; --bar: #3b6fb6; --rival: #c2571a; }
@media (prefers-color-scheme: dark) { :root { --page: #14171b; --panel: #1c2026; --ink: #e6e8eb; --soft: #a3abb5;
  --line: #343a42; --good: #6fd09a; --bad: #ff9088; --doubt: #f0b55f; --bar: #79a8e8; --rival: #f09a63; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header, main, footer { max-width: 70rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; max-width: 48rem; overflow-wrap: anywhere; }
a { color: var(--bar); }
section { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: 1.25rem;
  margin: 1.5rem 0; }
.soft { color: var(--soft); }
.verdict { font-weight: 700; letter-spacing: .02em; margin: 0 0 .2rem; }
.held { color: var(--good); }
.broken { color: var(--bad); }
.unjudged { color: var(--doubt); }
td.held, td.unjudged { white-space: nowrap; }
.box { overflow-x: auto; margin: .6rem 0; border-radius: .4rem; }
.box:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-top: 1px solid var(--line);
  font-weight: 400; }
thead th { color: var(--soft); border-top: 0; font-size: .9rem; white-space: nowrap; }
pre, .code { font: .88rem/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: .8rem 1rem; background: var(--page); border: 1px solid var(--line); border-radius: .4rem;
  width: max-content; min-width: 100%; }
.code { overflow-wrap: anywhere; min-width: 8rem; }
.bar { display: block; height: .55rem; min-width: 1px; margin-top: .2rem; border-radius: .15rem;
  background: var(--bar); }
.weight { min-width: 4.5rem; }
.rival { min-width: 4.5rem; }
.rival .bar { background: var(--rival); }
summary { cursor: pointer; margin: .6rem 0; }
@media (max-width: 40rem) { .stack thead { position: absolute; clip-path: inset(50%); }
  .stack tr { display: block; border-top: 1px solid var(--line); padding: .5rem 0; }
  .stack th, .stack td { display: block; border: 0; padding: .1rem 0; }
  .stack td::before { content: attr(data-column) ': '; color: var(--soft); } }
@media print { section { break-inside: avoid; border: 0; padding: 0; } }
)css";
static_assert(kHtmlStyle.find_first_of("<>&\"\r") == std::string_view::npos);

}  // namespace gradvet
