//! Values as Python prints them, written as JSON.

use crate::normalize::quoted;

/// Containers inside one another that are read.
const DEPTH: u32 = 200;

/// The value at the start of a text as JSON, and how many bytes it takes. Numbers stay as they are written.
pub(super) fn literal(text: &str) -> Option<(String, usize)> {
    let mut reader = Reader { text, at: 0, out: String::new() };
    reader.value(DEPTH)?;
    Some((reader.out, reader.at))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    out: String,
}

/// Words, and what they are in JSON.
const WORDS: [(&str, &str); 3] = [("None", "null"), ("True", "true"), ("False", "false")];

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, mark: char) -> bool {
        self.skip_blanks();
        let is_next = self.rest().starts_with(mark);
        self.at += if is_next { mark.len_utf8() } else { 0 };
        is_next
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        self.skip_blanks();
        let first = self.rest().chars().next()?;
        match first {
            '{' => self.members(depth),
            '[' => self.elements(']', depth),
            '(' => self.elements(')', depth),
            '\'' | '"' => {
                let text = self.string()?;
                self.out.push_str(&quoted(&text));
                Some(())
            }
            '-' | '0'..='9' => self.number(),
            _ => {
                let (word, json) = WORDS.iter().find(|(word, _)| self.rest().starts_with(word))?;
                self.at += word.len();
                self.out.push_str(json);
                Some(())
            }
        }
    }

    fn members(&mut self, depth: u32) -> Option<()> {
        self.at += 1;
        self.out.push('{');
        let mut is_first = true;
        while !self.takes('}') {
            self.out.push_str(if is_first { "" } else { "," });
            is_first = false;
            let start = self.out.len();
            self.value(depth)?;
            // Keys that are no texts become ones.
            if !self.out.get(start..)?.starts_with('"') {
                let key = quoted(self.out.get(start..)?);
                self.out.replace_range(start.., &key);
            }
            self.takes(':').then_some(())?;
            self.out.push(':');
            self.value(depth)?;
            if !self.takes(',') {
                self.takes('}').then_some(())?;
                break;
            }
        }
        self.out.push('}');
        Some(())
    }

    fn elements(&mut self, end: char, depth: u32) -> Option<()> {
        self.at += 1;
        self.out.push('[');
        let mut is_first = true;
        while !self.takes(end) {
            self.out.push_str(if is_first { "" } else { "," });
            is_first = false;
            self.value(depth)?;
            if !self.takes(',') {
                self.takes(end).then_some(())?;
                break;
            }
        }
        self.out.push(']');
        Some(())
    }

    /// A number that JSON has too.
    fn number(&mut self) -> Option<()> {
        let is_of_number = |mark: char| mark.is_ascii_digit() || matches!(mark, '-' | '+' | '.' | 'e' | 'E');
        let rest = self.rest();
        let length = rest.find(|mark| !is_of_number(mark)).unwrap_or(rest.len());
        let number = rest.get(..length)?.to_owned();
        crate::json::Decimal::parse(&number)?;
        self.at += length;
        self.out.push_str(&number);
        Some(())
    }

    fn string(&mut self) -> Option<String> {
        let mut marks = self.rest().char_indices();
        let (_, quote) = marks.next()?;
        let mut text = String::new();
        while let Some((at, mark)) = marks.next() {
            match mark {
                _ if mark == quote => {
                    self.at += at + quote.len_utf8();
                    return Some(text);
                }
                '\\' => text.push(escaped(&mut marks)?),
                mark => text.push(mark),
            }
        }
        None
    }
}

/// The character that an escape stands for.
fn escaped(marks: &mut std::str::CharIndices) -> Option<char> {
    let (_, mark) = marks.next()?;
    let digits = match mark {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        itself => return Some(itself),
    };
    let code: String = marks.by_ref().take(digits).map(|(_, digit)| digit).collect();
    char::from_u32(u32::from_str_radix(&code, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn values() {
        let table = [
            ("'3' (str)", Some("\"3\""), 3),
            ("3 (int)", Some("3"), 1),
            ("604800000.0", Some("604800000.0"), 11),
            ("None", Some("null"), 4),
            ("{'a': True, 1: [1, 'x'], \"b\": ()}", Some("{\"a\":true,\"1\":[1,\"x\"],\"b\":[]}"), 33),
            ("'it\\'s\\n\\xe9\\u00e9'", Some("\"it's\\u000aéé\""), 19),
            ("('a',)", Some("[\"a\"]"), 6),
            ("{}", Some("{}"), 2),
            ("nan", None, 0),
            ("'open", None, 0),
            ("{'a' 1}", None, 0),
        ];
        for (text, json, length) in table {
            let found = literal(text);
            assert_eq!(found.as_ref().map(|(json, _)| json.as_str()), json, "{text}");
            assert_eq!(found.map_or(0, |(_, length)| length), length, "{text}");
        }
        assert!(literal(&"[".repeat(5_000)).is_none());
    }
}
