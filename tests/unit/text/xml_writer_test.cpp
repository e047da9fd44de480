#include "src/text/xml_writer.hpp"

#include <gtest/gtest.h>

namespace gradvet {
namespace {

using namespace std::string_view_literals;

std::string written(std::string_view text, Breaks breaks = Breaks::kKept) {
  std::string out;
  append_xml_text(out, text, breaks);
  return out;
}

TEST(XmlText, HasReferencesForMarkup) {
  EXPECT_EQ(written("<script>a && \"b\"]]>"), "&lt;script&gt;a &amp;&amp; &quot;b&quot;]]&gt;");
}

TEST(XmlText, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(written("a\0b\x1b[2J"sv), "a\uFFFDb\uFFFD[2J");
  EXPECT_EQ(written("\uFFFE\uFFFF\U0001F600"), "\uFFFD\uFFFD\U0001F600");
}

TEST(XmlText, ReplacesEachByteThatIsNoUtf8) {
  EXPECT_EQ(written("\xff\xc0\x80z"), "\uFFFD\uFFFD\uFFFDz");
  EXPECT_EQ(written("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
}

TEST(XmlText, KeepsBreaksInContentAndRefersToThemInAttributes) {
  EXPECT_EQ(written("a\tb\nc\r\n"), "a\tb\nc&#13;\n");
  EXPECT_EQ(written("a\tb\nc\r\n", Breaks::kReferences), "a&#9;b&#10;c&#13;&#10;");
}

TEST(XmlWriter, IndentsElementsAndLeavesTextAsItIs) {
  std::string out;
  XmlWriter xml(out, XmlWriter::Dialect::kXml);
  xml.begin("a");
  xml.attribute("x", "1 < 2");
  xml.begin("b");
  xml.end();
  xml.element("c", " text\n");
  xml.end();
  EXPECT_EQ(out, "<a x=\"1 &lt; 2\">\n  <b/>\n  <c> text\n</c>\n</a>");
}

TEST(XmlWriter, PutsNothingBetweenTextAndElements) {
  std::string out;
  XmlWriter xml(out, XmlWriter::Dialect::kHtml);
  xml.begin("p");
  xml.text("a ");
  xml.element("b", "c");
  xml.end();
  EXPECT_EQ(out, "<p>a <b>c</b></p>");
}

TEST(XmlWriter, EndsHtmlElementsAsHtmlWantsThem) {
  std::string out;
  XmlWriter xml(out, XmlWriter::Dialect::kHtml);
  xml.begin("td");
  xml.end();
  xml.begin("meta");
  xml.end();
  EXPECT_EQ(out, "<td></td>\n<meta>");
}

}  // namespace
}  // namespace gradvet
