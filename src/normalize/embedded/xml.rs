//! XML 1.0: one spelling for texts that say the same.
//!
//! Blanks between tags, the order of attributes, quotes, `<a/>` for `<a></a>`, references and CDATA do not
//! matter; all other text, comments and processing instructions do. What is not well formed has no spelling, nor
//! has a text with a DOCTYPE: what that makes of the text is not in the text alone.

/// Whether a document declares entities: what they stand for may be endless, or elsewhere.
pub(in crate::normalize) fn declares_entities(text: &str) -> bool {
    text.contains("<!DOCTYPE") && text.contains("<!ENTITY")
}

/// The one spelling of a document.
pub(in crate::normalize) fn xml(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    if !text.chars().all(is_character) {
        return None;
    }
    let mut reader = Reader { rest: &text };
    let mut writer = Writer::default();
    while !reader.rest.is_empty() {
        if reader.eat("<![CDATA[") {
            writer.verbatim(reader.until("]]>")?)?;
        } else if reader.eat("<!--") {
            let comment = reader.until("-->")?;
            if comment.contains("--") || comment.ends_with('-') {
                return None;
            }
            writer.markup(["<!--", comment, "-->"]);
        } else if reader.eat("<?") {
            let is_first = reader.rest.len() + 2 == text.len();
            let instruction = reader.until("?>")?;
            let (target, data) = instruction.split_once(is_blank).unwrap_or((instruction, ""));
            if !is_name(target) || target.eq_ignore_ascii_case("xml") && !is_first {
                return None;
            }
            let data = data.trim_start_matches(is_blank);
            writer.markup(["<?", target, if data.is_empty() { "" } else { " " }]);
            writer.out.extend([data, "?>"]);
        } else if reader.eat("</") {
            let name = reader.name()?;
            reader.blanks();
            if !reader.eat(">") {
                return None;
            }
            writer.end(name)?;
        } else if reader.eat("<") {
            let tag = reader.start_tag()?;
            writer.start(&tag)?;
            if tag.is_empty {
                writer.end(tag.name)?;
            }
        } else {
            let raw = reader.rest.split('<').next()?;
            reader.rest = reader.rest.get(raw.len()..)?;
            writer.text(raw)?;
        }
    }
    writer.finished()
}

/// What is still to be read.
struct Reader<'t> {
    rest: &'t str,
}

struct Tag<'t> {
    name: &'t str,
    /// Names and values, by name.
    attributes: Vec<(&'t str, String)>,
    is_empty: bool,
}

impl<'t> Reader<'t> {
    fn eat(&mut self, start: &str) -> bool {
        let rest = self.rest.strip_prefix(start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// What stands before an end, which is read too.
    fn until(&mut self, end: &str) -> Option<&'t str> {
        let (before, rest) = self.rest.split_once(end)?;
        self.rest = rest;
        Some(before)
    }

    fn blanks(&mut self) -> bool {
        let rest = self.rest.trim_start_matches(is_blank);
        let is_any = rest.len() < self.rest.len();
        self.rest = rest;
        is_any
    }

    fn name(&mut self) -> Option<&'t str> {
        let ends = |character: char| is_blank(character) || matches!(character, '/' | '>' | '=' | '<' | '?');
        let end = self.rest.find(ends)?;
        let (name, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(name).filter(|name| is_name(name))
    }

    /// What follows the `<` of a start tag.
    fn start_tag(&mut self) -> Option<Tag<'t>> {
        let name = self.name()?;
        let mut attributes: Vec<(&str, String)> = Vec::new();
        loop {
            let is_apart = self.blanks();
            let is_empty = self.eat("/>");
            if is_empty || self.eat(">") {
                attributes.sort();
                let is_repeated = attributes.windows(2).any(|pair| pair[0].0 == pair[1].0);
                return (!is_repeated).then_some(Tag { name, attributes, is_empty });
            }
            if !is_apart {
                return None;
            }
            attributes.push(self.attribute()?);
        }
    }

    fn attribute(&mut self) -> Option<(&'t str, String)> {
        let name = self.name()?;
        self.blanks();
        if !self.eat("=") {
            return None;
        }
        self.blanks();
        let quote = if self.eat("\"") { "\"" } else { self.eat("'").then_some("'")? };
        let raw = self.until(quote)?;
        // Blanks in an attribute are spaces, unless they are written as references.
        let value = resolved(raw, |literal| literal.replace(is_blank, " "))?;
        (!raw.contains('<')).then_some((name, value))
    }
}

#[derive(Default)]
struct Writer<'t> {
    out: String,
    open: Vec<Open<'t>>,
    has_root: bool,
    /// Text since the last markup.
    text: String,
    /// Whether a part of that text was written as a reference or CDATA, so that its blanks are meant.
    is_meant: bool,
}

/// An element that has not ended.
struct Open<'t> {
    name: &'t str,
    /// The length of what was written before its content.
    content: usize,
    /// Whether `xml:space` says that all blanks in it are meant.
    keeps_blanks: bool,
}

impl<'t> Writer<'t> {
    fn text(&mut self, raw: &str) -> Option<()> {
        if raw.contains("]]>") {
            return None;
        }
        self.is_meant |= raw.contains('&');
        let text = resolved(raw, str::to_owned)?;
        self.push_text(&text)
    }

    fn verbatim(&mut self, text: &str) -> Option<()> {
        self.is_meant = true;
        self.push_text(text)
    }

    fn push_text(&mut self, text: &str) -> Option<()> {
        self.text.push_str(text);
        // Around the root there are blanks only.
        (!self.open.is_empty() || !self.is_meant && text.chars().all(is_blank)).then_some(())
    }

    fn markup(&mut self, parts: [&str; 3]) {
        self.flush(false);
        self.out.extend(parts);
    }

    fn start(&mut self, tag: &Tag<'t>) -> Option<()> {
        if self.open.is_empty() && std::mem::replace(&mut self.has_root, true) {
            return None;
        }
        self.markup(["<", tag.name, ""]);
        let mut keeps_blanks = self.open.last().is_some_and(|open| open.keeps_blanks);
        for (name, value) in &tag.attributes {
            if *name == "xml:space" {
                keeps_blanks = value == "preserve";
            }
            self.out.extend([" ", name, "=\""]);
            push_escaped(&mut self.out, value, |character| matches!(character, '"' | '\t' | '\n' | '\r'));
            self.out.push('"');
        }
        self.out.push('>');
        self.open.push(Open { name: tag.name, content: self.out.len(), keeps_blanks });
        Some(())
    }

    fn end(&mut self, name: &str) -> Option<()> {
        let is_all = self.open.last()?.content == self.out.len();
        self.flush(is_all);
        let open = self.open.pop()?;
        self.out.extend(["</", name, ">"]);
        (open.name == name).then_some(())
    }

    /// Writes the text that has gathered: what is not blank, and blanks that are all that an element has.
    fn flush(&mut self, is_all: bool) {
        let is_blank_text = self.text.chars().all(is_blank);
        let is_kept = self.open.last().is_some_and(|open| open.keeps_blanks);
        if !is_blank_text {
            push_escaped(&mut self.out, &self.text, |character| character == '\r');
        } else if is_all || is_kept || self.is_meant {
            push_escaped(&mut self.out, &self.text, |_| true);
        }
        self.text.clear();
        self.is_meant = false;
    }

    fn finished(self) -> Option<String> {
        (self.has_root && self.open.is_empty()).then_some(self.out)
    }
}

/// A text with its references resolved, and what stands between them mapped. Only the five entities that XML
/// itself has are known.
fn resolved(raw: &str, literal: fn(&str) -> String) -> Option<String> {
    let mut parts = raw.split('&');
    let mut text = literal(parts.next()?);
    for part in parts {
        let (name, rest) = part.split_once(';')?;
        text.push(match name {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "apos" => '\'',
            "quot" => '"',
            number => numbered(number.strip_prefix('#')?)?,
        });
        text.push_str(&literal(rest));
    }
    Some(text)
}

/// The character of a numeric reference.
fn numbered(number: &str) -> Option<char> {
    let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |digits| (digits, 16));
    let mut code: u32 = 0;
    for digit in digits.chars() {
        code = code.checked_mul(radix)?.checked_add(digit.to_digit(radix)?)?;
    }
    char::from_u32(code).filter(|character| is_character(*character))
}

/// Text with references for what would be markup, and for more characters on request.
fn push_escaped(out: &mut String, text: &str, is_escaped: fn(char) -> bool) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ if is_escaped(character) => out.extend(["&#", &u32::from(character).to_string(), ";"]),
            _ => out.push(character),
        }
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

/// A character that may stand in a document.
fn is_character(character: char) -> bool {
    is_blank(character) || character >= ' ' && !matches!(character, '\u{fffe}' | '\u{ffff}')
}

fn is_name(name: &str) -> bool {
    let is_start = |character: char| {
        character.is_ascii_alphabetic() || "_:".contains(character) || !character.is_ascii()
    };
    let is_inner =
        |character: char| is_start(character) || character.is_ascii_digit() || "-.".contains(character);
    name.starts_with(is_start) && name.chars().all(is_inner)
}

#[cfg(test)]
mod tests {
    use super::xml;

    #[test]
    fn gives_one_spelling() {
        let table = [
            ("<a/>", "<a></a>"),
            ("<a ></a >", "<a></a>"),
            ("\u{feff}<a/>\n", "<a></a>"),
            ("<a>\n  <b/>\r\n</a>", "<a><b></b></a>"),
            ("<a b='1' a = \"2\"\n/>", "<a a=\"2\" b=\"1\"></a>"),
            ("<a b='\"&apos;'/>", "<a b=\"&#34;'\"></a>"),
            ("<a b='1\n\t2&#10;&#x9;'/>", "<a b=\"1  2&#10;&#9;\"></a>"),
            ("<a>x  y\r\nz</a>", "<a>x  y\nz</a>"),
            ("<a>&#60;&#x3C;&lt;<![CDATA[<]]></a>", "<a>&lt;&lt;&lt;&lt;</a>"),
            ("<a>]]&gt;</a>", "<a>]]&gt;</a>"),
            ("<a>x<![CDATA[ & ]]>y</a>", "<a>x &amp; y</a>"),
            ("<a>&#13;\r</a>", "<a>&#13;&#10;</a>"),
            ("<a>x&#13;\r</a>", "<a>x&#13;\n</a>"),
            ("<a> </a>", "<a>&#32;</a>"),
            ("<a>&#32;<b/></a>", "<a>&#32;<b></b></a>"),
            ("<a> <![CDATA[]]><b/></a>", "<a>&#32;<b></b></a>"),
            ("<a><b/> <c/> x</a>", "<a><b></b><c></c> x</a>"),
            ("<a xml:space='preserve'> <b/></a>", "<a xml:space=\"preserve\">&#32;<b></b></a>"),
            (
                "<a xml:space='preserve'><b xml:space='default'> <c/></b></a>",
                "<a xml:space=\"preserve\"><b xml:space=\"default\"><c></c></b></a>",
            ),
            ("<!-- c  --><a/><!----> ", "<!-- c  --><a></a><!---->"),
            ("<?xml  version='1.0'?>\n<a><?p?><?q  r ?></a>", "<?xml version='1.0'?><a><?p?><?q r ?></a>"),
            ("<é:b/>", "<é:b></é:b>"),
        ];
        for (text, expected) in table {
            assert_eq!(xml(text).as_deref(), Some(expected), "{text}");
            assert_eq!(xml(expected).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn leaves_what_is_not_well_formed_or_has_a_doctype() {
        let table = [
            "",
            " ",
            "a",
            "<",
            "<a",
            "<a>",
            "</a>",
            "<a></b>",
            "<a><b></a></b>",
            "<a/><a/>",
            "<a/>x",
            "x<a/>",
            "<a/>&#32;",
            "<a/><![CDATA[]]>",
            "<a b='1' b='1'/>",
            "<a b='1'c='2'/>",
            "<a b=1/>",
            "<a b/>",
            "<a b='<'/>",
            "<a b='1/>",
            "<1/>",
            "< a/>",
            "<a>&nbsp;</a>",
            "<a>&#0;</a>",
            "<a>&#;</a>",
            "<a>&#x110000;</a>",
            "<a>&#99999999999;</a>",
            "<a>&#+65;</a>",
            "<a>&#xD800;</a>",
            "<a>& </a>",
            "<a>]]></a>",
            "<a>\u{1}</a>",
            "<a><!-- -- --></a>",
            "<a><!-- ---></a>",
            "<a><!-- </a>",
            "<a><![CDATA[</a>",
            "<a><?x</a>",
            "<a><??></a>",
            " <?xml version='1.0'?><a/>",
            "<a><?XML?></a>",
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "<a><!b></a>",
        ];
        for text in table {
            assert_eq!(xml(text), None, "{text}");
        }
    }
}
