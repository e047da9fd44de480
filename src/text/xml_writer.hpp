#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gradvet {

/// Appends text as XML 1.0 (fifth edition, 2.2 and 2.4) and HTML take it in content and in quoted attributes:
/// markup characters as references, CR as `&#13;`, and U+FFFD for each byte that is no UTF-8 and for each
/// character that XML cannot hold (NUL, ESC, U+FFFE, …). With `breaks` as kReferences tabs and newlines
/// become references too, which attributes need: a reader would make spaces of them.
enum class Breaks { kKept, kReferences };
void append_xml_text(std::string& out, std::string_view text, Breaks breaks);

/// Writes elements into a string in the order of the calls, so that the same calls give the same bytes.
/// Elements stand on lines of their own, indented, except in an element that holds text. It does not check
/// names.
class XmlWriter {
 public:
  /// kXml: `<a/>` for an element without content. kHtml: `<a></a>`, and `<br>` for those that never have any.
  enum class Dialect { kXml, kHtml };

  XmlWriter(std::string& out, Dialect dialect) : out_(out), dialect_(dialect) {}

  void begin(std::string_view element);
  /// Right after begin() or another attribute.
  void attribute(std::string_view name, std::string_view value);
  void text(std::string_view text);
  void end();

  /// An element that holds text alone.
  void element(std::string_view name, std::string_view content);

 private:
  struct Open {
    std::string name;
    bool has_elements = false;
    bool has_text = false;
  };
  void close_tag();
  void break_line();

  std::string& out_;
  Dialect dialect_;
  bool is_in_tag_ = false;  ///< the `>` of the innermost start tag is still to be written
  std::vector<Open> open_;
};

}  // namespace gradvet
