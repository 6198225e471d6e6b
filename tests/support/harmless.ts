import { expect } from "vitest";

/** Keys and values that mean something to a reader of Markdown, HTML, a terminal or JavaScript. */
export const HOSTILE = [
  "|",
  "\\|",
  "\\\\|",
  "`",
  "``",
  "a`b``c```",
  "`x`",
  " ",
  "\\",
  "a\\",
  "a\nb",
  "a\r\n\r\n# b",
  "\u2028",
  "\u0085",
  "\t|\t",
  "<img src=x onerror=alert(1)>",
  "<!-- -->",
  "<script>",
  "&lt;b&gt;&#124;",
  "[a](javascript:alert(1))",
  "![](https://a.example/x.png)",
  "https://a.example",
  "www.a.example",
  "a@b.example",
  "@octocat",
  "@org/team",
  "#1",
  "GH-1",
  "org/repo#1",
  "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "**b** _i_ ~~s~~",
  "$x$",
  "$`x`$",
  ":smile:",
  "- [ ] x",
  "1. x",
  "> x",
  "| --- |",
  "\u202e\u2066a\u2069",
  "\u200b\u200d\ufeff\u00ad",
  "\u0000\u001b[31m\u007f",
  "\ud800",
  "\u{e0041}",
  '"',
  '\\"',
  '"|"`"',
  "__proto__",
  "constructor",
  "",
  "is string `a` | b",
  '`["`"]`',
];

/** Reads Markdown as a reader does: lines, cells, code spans; what is outside of code spans must be plain words. */
export function expectHarmless(markdown: string, columns = 5) {
  expect(markdown).not.toMatch(/[^\n\P{C}]|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}/u);
  for (const line of markdown.split("\n")) {
    const isRow = line.startsWith("|");
    if (isRow) {
      // Bars by both rules that there are: escaped by any backslash before them, or by an odd number.
      expect(line.match(/(?<!\\)\|/g), line).toHaveLength(columns + 1);
      expect(line.match(/(?<!(?<!\\)(?:\\\\)*\\)\|/g), line).toHaveLength(columns + 1);
    }
    const rest = isRow
      ? line.split(/(?<!\\)\|/).map((cell) => outsideOfCode(cell.replaceAll("\\|", "|")))
      : [outsideOfCode(line)];
    for (const words of rest) expect(words, line).toMatch(HARMLESS);
  }
}

/** Our own signs, and words without anything inside. */
const HARMLESS =
  /^(?:\*\*[A-Za-z (,)-]+:?\*\*|#{3,4} |_Left out: \d+ [a-z ]+\._| {2}- |- |---|[ ·→…();:,.?'"&]|[A-Za-z]+(?:[-'][A-Za-z]+)*|\b\d{1,6}(?:-bit)?)*$/;

/** A line with each code span as a blank, as CommonMark finds them. */
function outsideOfCode(line: string): string {
  let out = "";
  for (let at = 0; at < line.length; ) {
    const [fence = ""] = /^`*/.exec(line.slice(at)) ?? [];
    if (fence === "") {
      out += line[at];
      at += 1;
      continue;
    }
    const rest = line.slice(at + fence.length);
    const close = [...rest.matchAll(/`+/g)].find(([run]) => run.length === fence.length);
    if (close === undefined) return `${out}${fence}`;
    out += " ";
    at += fence.length + close.index + fence.length;
  }
  return out;
}
