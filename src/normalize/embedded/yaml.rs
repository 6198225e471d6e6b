//! YAML 1.2 with the core schema, written as JSON.
//!
//! What JSON does not have leaves the whole text as it is: keys that are no texts, tags of its own (`!Ref`), and
//! several documents. Texts are what the core schema does not resolve, so `yes` is one. Nothing here recurses:
//! the parser gives events, and an alias repeats the JSON that was written for its anchor.

use super::document;
use crate::normalize::Lifted;
use crate::problem::Code;
use crate::value::Scalar;
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// A text that is a YAML list or map becomes it. Scalars stay texts, as they do with `json`.
///
/// # Errors
/// As [`document`], and aliases that would make much of little.
pub(in crate::normalize) fn yaml(value: Scalar) -> Result<Lifted, Code> {
    let Some(text) = value.as_text() else { return Ok(Lifted::Scalar(value)) };
    // JSON is YAML, and the reader of JSON goes deeper and knows halves of characters.
    if let Some(document) = document(text.as_bytes().to_vec())? {
        return Ok(document);
    }
    let json = as_json(text)?.map(String::into_bytes);
    Ok(json.map(document).transpose()?.flatten().unwrap_or(Lifted::Scalar(value)))
}

/// The JSON for a stream of one document; none if there is none.
fn as_json(text: &str) -> Result<Option<String>, Code> {
    // The parser takes a NUL for the end of the text, and every version of YAML for 1.2.
    if text.contains('\0') || text.lines().any(|line| line.starts_with("%YAML")) {
        return Ok(None);
    }
    let mut writer = Writer::new(text.len());
    let mut documents = 0;
    for event in Parser::new_from_str(text) {
        let Ok((event, _)) = event else { return Ok(None) };
        let written = match event {
            Event::DocumentStart(_) => {
                documents += 1;
                (documents == 1).then_some(())
            }
            Event::Scalar(content, style, anchor, tag) => {
                let is_plain = style == ScalarStyle::Plain;
                scalar(&content, is_plain, tag.as_deref()).and_then(|json| writer.scalar(anchor, &json))
            }
            Event::SequenceStart(anchor, tag) => {
                is_core(tag.as_deref(), "seq").then(|| writer.start(anchor, false)).flatten()
            }
            Event::MappingStart(anchor, tag) => {
                is_core(tag.as_deref(), "map").then(|| writer.start(anchor, true)).flatten()
            }
            Event::SequenceEnd | Event::MappingEnd => writer.end(),
            Event::Alias(anchor) => writer.alias(anchor)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Some(()),
        };
        if written.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(writer.out))
}

/// Writes JSON node by node. Its functions give none where JSON cannot have what they are to write.
struct Writer {
    out: String,
    open: Vec<Container>,
    /// Where in `out` the node with an anchor stands. One that is still open has no place yet.
    anchors: BTreeMap<usize, Range<usize>>,
    /// How many more bytes aliases may write.
    left: usize,
}

struct Container {
    anchor: usize,
    start: usize,
    is_map: bool,
    /// Elements, or keys and values.
    children: usize,
}

impl Writer {
    /// Aliases may make a text ten times longer, and a short one longer still.
    fn new(length: usize) -> Writer {
        let left = length.saturating_mul(10).saturating_add(10_000);
        Writer { out: String::new(), open: Vec::new(), anchors: BTreeMap::new(), left }
    }

    fn scalar(&mut self, anchor: usize, json: &str) -> Option<()> {
        let start = self.next(json.starts_with('"'))?;
        self.out.push_str(json);
        self.anchored(anchor, start);
        Some(())
    }

    fn start(&mut self, anchor: usize, is_map: bool) -> Option<()> {
        let start = self.next(false)?;
        self.out.push(if is_map { '{' } else { '[' });
        self.open.push(Container { anchor, start, is_map, children: 0 });
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        let Container { anchor, start, is_map, .. } = self.open.pop()?;
        self.out.push(if is_map { '}' } else { ']' });
        self.anchored(anchor, start);
        Some(())
    }

    /// # Errors
    /// More than aliases may write.
    fn alias(&mut self, anchor: usize) -> Result<Option<()>, Code> {
        let Some(node) = self.anchors.get(&anchor).cloned() else { return Ok(None) };
        self.left = self.left.checked_sub(node.len()).ok_or(Code::EmbeddedTooLarge)?;
        let is_text = self.out.as_bytes().get(node.start) == Some(&b'"');
        Ok(self.next(is_text).map(|_| self.out.extend_from_within(node)))
    }

    /// Writes what stands between the last node and the next one, and says where that starts.
    fn next(&mut self, is_text: bool) -> Option<usize> {
        if let Some(container) = self.open.last_mut() {
            let is_value = container.is_map && container.children % 2 == 1;
            if container.is_map && !is_value && !is_text {
                return None;
            }
            if is_value {
                self.out.push(':');
            } else if container.children > 0 {
                self.out.push(',');
            }
            container.children += 1;
        }
        Some(self.out.len())
    }

    fn anchored(&mut self, anchor: usize, start: usize) {
        // Zero is no anchor.
        if anchor > 0 {
            self.anchors.insert(anchor, start..self.out.len());
        }
    }
}

/// Whether a node has no tag, or one of the core schema.
fn is_core(tag: Option<&Tag>, name: &str) -> bool {
    let is = |tag: &Tag| match tag.handle.as_str() {
        "" => tag.suffix.strip_prefix("tag:yaml.org,2002:") == Some(name),
        handle => handle == "tag:yaml.org,2002:" && tag.suffix == name,
    };
    tag.is_none_or(is)
}

/// A scalar as JSON.
fn scalar(content: &str, is_plain: bool, tag: Option<&Tag>) -> Option<Cow<'static, str>> {
    match tag {
        None if is_plain => Some(plain(content)),
        // A lone exclamation mark says that it is a text.
        Some(tag) if !(tag.handle.is_empty() && tag.suffix == "!" || is_core(Some(tag), "str")) => None,
        _ => Some(quoted("", content).into()),
    }
}

/// What the core schema makes of a scalar without quotes and tags.
fn plain(content: &str) -> Cow<'static, str> {
    match content {
        "" | "~" | "null" | "Null" | "NULL" => "null".into(),
        "true" | "True" | "TRUE" => "true".into(),
        "false" | "False" | "FALSE" => "false".into(),
        ".nan" | ".NaN" | ".NAN" => peculiar(content),
        _ => number(content).unwrap_or_else(|| quoted("", content).into()),
    }
}

/// A number as JSON writes it.
fn number(content: &str) -> Option<Cow<'static, str>> {
    let unsigned = content.strip_prefix(['-', '+']).unwrap_or(content);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Some(peculiar(content));
    }
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = content.strip_prefix(prefix) {
            if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
                return None;
            }
            let is_long = digits.len() > LONGEST;
            return Some(if is_long { peculiar(content) } else { decimal(digits, radix).into() });
        }
    }
    let exponent_start = unsigned.find(['e', 'E']).unwrap_or(unsigned.len());
    let (mantissa, exponent) = unsigned.split_at(exponent_start);
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let power = exponent.get(1..).map(|power| power.strip_prefix(['-', '+']).unwrap_or(power));
    if integer.len() + fraction.len() == 0
        || ![integer, fraction, power.unwrap_or_default()].into_iter().all(is_digits)
        || power == Some("")
    {
        return None;
    }
    // YAML 1.1, which many tools still read, takes these for octal.
    if integer.len() > 1 && integer.starts_with('0') {
        return Some(peculiar(content));
    }
    let sign = if content.starts_with('-') { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    Some([sign, if integer.is_empty() { "0" } else { integer }, point, fraction, exponent].concat().into())
}

/// Digits of another base than ten that are turned into decimal ones, which takes the square of their number.
const LONGEST: usize = 1000;

/// A whole number that is written in another base, in decimal.
fn decimal(digits: &str, radix: u32) -> String {
    // The last digit first.
    let mut decimal = Vec::new();
    for mut carry in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        for place in &mut decimal {
            carry += *place * radix;
            *place = carry % 10;
            carry /= 10;
        }
        while carry > 0 || decimal.is_empty() {
            decimal.push(carry % 10);
            carry /= 10;
        }
    }
    decimal.iter().rev().filter_map(|place| char::from_digit(*place, 10)).collect()
}

/// A number that JSON does not have, or that readers do not agree about: a text that nothing else is, for it has
/// half a character in front, which YAML cannot write.
fn peculiar(content: &str) -> Cow<'static, str> {
    quoted("\\udfff", content).into()
}

fn quoted(start: &str, content: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut json = ["\"", start].concat();
    for character in content.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\0'..'\x20' => {
                let digit = |at: u32| char::from(DIGITS[(u32::from(character) >> at & 15) as usize]);
                json.push_str("\\u00");
                json.extend([digit(4), digit(0)]);
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}

#[cfg(test)]
mod tests {
    use super::as_json;
    use crate::problem::Code;
    use std::fmt::Write as _;

    #[test]
    fn writes_what_json_has() {
        let table = [
            ("a: 1\nb: [x, 'y', \"z\"]", r#"{"a":1,"b":["x","y","z"]}"#),
            ("- a\n-\n  - ~\n  - {}\n  - []\n- b: c\n  d:", r#"["a",[null,{},[]],{"b":"c","d":null}]"#),
            ("---\na: b # c\n...\n", r#"{"a":"b"}"#),
            (
                "[yes, no, on, off, y, true, True, TRUE, false]",
                r#"["yes","no","on","off","y",true,true,true,false]"#,
            ),
            ("[null, Null, NULL, ~, nUll, tRue]", r#"[null,null,null,null,"nUll","tRue"]"#),
            ("[0, -1, +1, 1.50, .5, 5., -.5e+3, 1E5, 1e400]", "[0,-1,1,1.50,0.5,5,-0.5e+3,1E5,1e400]"),
            ("[0o17, 0x1F, 0x000, 0o010]", "[15,31,0,8]"),
            (
                "[0xffffffffffffffffff, 0x100000000000000000000000000000000]",
                "[4722366482869645213695,340282366920938463463374607431768211456]",
            ),
            (
                "[0o8, 0x, -0x1, 0xg, 1_000, 1:30, ., +, -e5, 1e, 1e+, 1.2.3, e5]",
                r#"["0o8","0x","-0x1","0xg","1_000","1:30",".","+","-e5","1e","1e+","1.2.3","e5"]"#,
            ),
            (
                "[0644, -00, 00.5, .inf, -.Inf, .NaN]",
                r#"["\udfff0644","\udfff-00","\udfff00.5","\udfff.inf","\udfff-.Inf","\udfff.NaN"]"#,
            ),
            ("[!!str 1, ! 1, !<tag:yaml.org,2002:str> 1, !!seq [], !!map {}]", r#"["1","1","1",[],{}]"#),
            (
                "a: |\n  x\n  y\nb: >-\n  x\n  y\nc: \"\\x01\\\"\\\\\"",
                r#"{"a":"x\ny\n","b":"x y","c":"\u0001\"\\"}"#,
            ),
            ("a: &x [1]\nb: *x\nc: {<<: *x}", r#"{"a":[1],"b":[1],"c":{"<<":[1]}}"#),
            ("&x a: 1\nb: &x c\nd: *x", r#"{"a":1,"b":"c","d":"c"}"#),
            ("- &x a\n- *x : 1", r#"["a",{"a":1}]"#),
            ("x", r#""x""#),
        ];
        for (text, expected) in table {
            let expected = expected.replace("\\n", "\\u000a");
            assert_eq!(as_json(text), Ok(Some(expected)), "{text}");
        }
    }

    #[test]
    fn leaves_what_json_does_not_have() {
        let table = [
            "a: 1\n---\nb: 2",
            "1: a",
            "~: a",
            "true: a",
            "? [a]\n: b",
            "? {a: b}\n: c",
            "&x [1]: 2",
            "- &x 1\n- *x : 2",
            "!Ref a",
            "a: !Ref b",
            "a: !!int 1",
            "a: !!binary QQ==",
            "a: !!set {b}",
            "!!map []",
            "a: [1",
            "a: b: c",
            "a: 'b",
            "a:\n\tb: c",
            "*x",
            "&x [*x]",
            "a: &x {b: *x}",
            "a: \"\\ud83d\\ude00\"",
            "a: 1\0b: 2",
            "%YAML 1.1\n---\na: yes",
        ];
        for text in table {
            assert_eq!(as_json(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn answers_aliases_that_make_much_of_little() {
        let mut bomb = "a0: &a0 [x]\n".to_owned();
        for level in 1..40 {
            let below = level - 1;
            let _ = writeln!(bomb, "a{level}: &a{level} [*a{below}, *a{below}]");
        }
        assert_eq!(as_json(&bomb), Err(Code::EmbeddedTooLarge));
        let wide = format!("a: &a {}\nb: [{}]", "x".repeat(5000), "*a, ".repeat(1000));
        assert_eq!(as_json(&wide), Err(Code::EmbeddedTooLarge));
        let frequent = format!("a: &a {}\nb: [{}]", "x".repeat(100), "*a, ".repeat(100));
        assert!(matches!(as_json(&frequent), Ok(Some(_))));
    }

    #[test]
    fn goes_as_deep_as_a_text_does() {
        for open in ["- ", "[", "{a: ", "? "] {
            let _ = as_json(&open.repeat(50_000));
        }
        assert!(matches!(as_json(&"- ".repeat(50_000)), Ok(Some(_))));
    }
}
