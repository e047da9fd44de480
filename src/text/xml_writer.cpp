#include "src/text/xml_writer.hpp"

#include <algorithm>
#include <array>

#include "src/text/json_strings.hpp"

namespace gradvet {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_void_in_html(std::string_view name) {
  static constexpr std::array<std::string_view, 4> kVoid = {"br", "hr", "link", "meta"};
  return std::ranges::find(kVoid, name) != kVoid.end();
}

/// U+FFFE and U+FFFF, which no XML document may hold.
bool is_noncharacter(std::string_view sequence) {
  return sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF";
}

void append_ascii(std::string& out, char byte, Breaks breaks) {
  switch (byte) {
    case '&':
      out += "&amp;";
      return;
    case '<':
      out += "&lt;";
      return;
    case '>':  // so that "]]>" never stands in the text
      out += "&gt;";
      return;
    case '"':
      out += "&quot;";
      return;
    case '\r':
      out += "&#13;";
      return;
    case '\n':
      out += breaks == Breaks::kKept ? "\n" : "&#10;";
      return;
    case '\t':
      out += breaks == Breaks::kKept ? "\t" : "&#9;";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(byte) < 0x20)
    out += kReplacement;
  else
    out += byte;
}

}  // namespace

void append_xml_text(std::string& out, std::string_view text, Breaks breaks) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence_length(text, at);
    if (length == 1) {
      append_ascii(out, text[at], breaks);
    } else if (length == 0 || is_noncharacter(text.substr(at, length))) {
      out += kReplacement;
    } else {
      out += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
}

void XmlWriter::close_tag() {
  if (is_in_tag_) out_ += '>';
  is_in_tag_ = false;
}

void XmlWriter::break_line() {
  if (out_.empty()) return;
  out_ += '\n';
  out_.append(2 * open_.size(), ' ');
}

void XmlWriter::begin(std::string_view element) {
  close_tag();
  if (open_.empty() || !open_.back().has_text) break_line();
  if (!open_.empty()) open_.back().has_elements = true;
  out_ += '<';
  out_ += element;
  open_.push_back({std::string(element)});
  is_in_tag_ = true;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  out_ += ' ';
  out_ += name;
  out_ += "=\"";
  append_xml_text(out_, value, Breaks::kReferences);
  out_ += '"';
}

void XmlWriter::text(std::string_view text) {
  close_tag();
  open_.back().has_text = true;
  append_xml_text(out_, text, Breaks::kKept);
}

void XmlWriter::end() {
  const Open ended = std::move(open_.back());
  open_.pop_back();
  if (is_in_tag_ && dialect_ == Dialect::kXml) {
    out_ += "/>";
    is_in_tag_ = false;
    return;
  }
  close_tag();
  if (dialect_ == Dialect::kHtml && is_void_in_html(ended.name)) return;
  if (ended.has_elements && !ended.has_text) break_line();
  out_ += "</" + ended.name + '>';
}

void XmlWriter::element(std::string_view name, std::string_view content) {
  begin(name);
  text(content);
  end();
}

}  // namespace gradvet
