//! Numbers as exact decimals. Nothing here ever becomes a float, and no exponent is ever expanded.

use std::cmp::Ordering;

/// A number's value: `0.DIGITS × 10^exponent`, with digits that neither begin nor end with a zero.
///
/// Two spellings of one value are equal (`42`, `42.0`, `4.2e1`), and zero has no sign. A number with an
/// exponent beyond 10^17 has no `Decimal`: it is compared as written. The default is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

/// How many digits are ever written out, of a number that an exponent makes longer than its spelling.
const LONGEST: i64 = 1000;

impl Decimal {
    /// Reads a text that is exactly one JSON number; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let (end, parts) = scan(text.as_bytes(), 0).ok()?;
        if end == text.len() { value(text.as_bytes(), &parts) } else { None }
    }

    /// Reads digits with at most one point before, among or behind them: `007`, `1.` and `.5` are numbers too, as in
    /// the notations of quantities. No sign, no exponent.
    pub fn of_digits(text: &str) -> Option<Self> {
        let (integer, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = [integer.as_bytes(), fraction.as_bytes()].concat();
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        is_number.then(|| Self::normalized(false, digits, integer.len() as i64))
    }

    /// Zeros at both ends of the digits taken off.
    fn normalized(negative: bool, mut digits: Vec<u8>, exponent: i64) -> Self {
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..leading);
        if digits.is_empty() {
            return Decimal { negative: false, digits, exponent: 0 };
        }
        Decimal { negative, digits, exponent: exponent - leading as i64 }
    }

    /// The value times `factor × 10^places`, for factors up to 2^60.
    #[must_use]
    pub fn scaled(&self, factor: u64, places: i32) -> Self {
        let mut digits = Vec::with_capacity(self.digits.len() + 19);
        let mut carry = 0_u64;
        for digit in self.digits.iter().rev() {
            carry += u64::from(digit - b'0') * factor;
            digits.push(b'0' + (carry % 10) as u8);
            carry /= 10;
        }
        while carry > 0 {
            digits.push(b'0' + (carry % 10) as u8);
            carry /= 10;
        }
        let longer = digits.len() as i64 - self.digits.len() as i64;
        digits.reverse();
        Self::normalized(self.negative, digits, self.exponent + longer + i64::from(places))
    }

    /// The sum with a value that is not negative, of one that is not; `None` if it takes more than a thousand digits.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let lowest = |decimal: &Self| decimal.exponent - decimal.digits.len() as i64;
        let (top, bottom) = (self.exponent.max(other.exponent), lowest(self).min(lowest(other)));
        if self.negative || other.negative || top - bottom > LONGEST {
            return None;
        }
        let digit = |decimal: &Self, place: i64| {
            let at = usize::try_from(decimal.exponent - 1 - place).ok();
            at.and_then(|at| decimal.digits.get(at)).map_or(0, |digit| digit - b'0')
        };
        let mut carry = 0;
        let mut digits = Vec::new();
        for place in bottom..top {
            let sum = digit(self, place) + digit(other, place) + carry;
            digits.push(b'0' + sum % 10);
            carry = sum / 10;
        }
        digits.push(b'0' + carry);
        digits.reverse();
        Some(Self::normalized(false, digits, top + 1))
    }

    /// The value with the other sign; zero has none.
    #[must_use]
    pub fn negated(self) -> Self {
        Decimal { negative: !self.negative && !self.digits.is_empty(), ..self }
    }

    /// Whether the value has no fraction.
    pub fn is_integer(&self) -> bool {
        self.exponent >= self.digits.len() as i64
    }

    /// Sign, digits and exponent; see the type.
    pub(super) fn parts(&self) -> (bool, &[u8], i64) {
        (self.negative, &self.digits, self.exponent)
    }

    /// The value of such parts; digits neither begin nor end with a zero.
    pub(super) fn from_parts(negative: bool, digits: Vec<u8>, exponent: i64) -> Decimal {
        Decimal { negative: negative && !digits.is_empty(), digits, exponent }
    }

    /// One spelling for each value, as a JSON number: an integer without zeros at its end, and an exponent.
    pub fn normal(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        match str::from_utf8(&self.digits) {
            Ok(digits) if !digits.is_empty() => {
                format!("{sign}{digits}e{}", self.exponent - self.digits.len() as i64)
            }
            _ => "0".to_owned(),
        }
    }

    /// The value in plain digits, without an exponent; `None` if that takes more than a thousand.
    pub fn plain(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        let before_point = self.exponent.max(0);
        let zeros = (-self.exponent).max(0);
        let length = self.digits.len() as i64;
        if before_point.max(zeros).max(length) > LONGEST {
            return None;
        }
        let mut plain = String::from(if self.negative { "-" } else { "" });
        if before_point == 0 {
            plain.push_str("0.");
        }
        plain.extend((0..zeros).map(|_| '0'));
        let trailing = (0..(before_point - length).max(0)).map(|_| b'0');
        for (at, digit) in (0..).zip(self.digits.iter().copied().chain(trailing)) {
            if at == before_point && at > 0 {
                plain.push('.');
            }
            plain.push(char::from(digit));
        }
        Some(plain)
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (false, false) => self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits)),
            (zero, other_zero) => other_zero.cmp(&zero),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
            (negative, _) => other.negative.cmp(&negative),
        }
    }
}

/// The parts of a number's spelling, as byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    start: usize,
    integer_end: usize,
    fraction_end: usize,
    end: usize,
}

/// What a number's spelling lacks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    LeadingZero,
    NoDigitAfterMinus,
    NoDigitAfterPoint,
    NoDigitInExponent,
}

/// Reads the number that starts at `start` by JSON's grammar: the offset after it, and its parts.
#[inline]
pub(super) fn scan(bytes: &[u8], start: usize) -> Result<(usize, Parts), (usize, Flaw)> {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let first = start + usize::from(bytes.get(start) == Some(&b'-'));
    let integer_end = digits(first);
    if integer_end == first {
        return Err((first, Flaw::NoDigitAfterMinus));
    }
    if bytes[first] == b'0' && integer_end > first + 1 {
        return Err((first, Flaw::LeadingZero));
    }
    let mut fraction_end = integer_end;
    if bytes.get(integer_end) == Some(&b'.') {
        fraction_end = digits(integer_end + 1);
        if fraction_end == integer_end + 1 {
            return Err((fraction_end, Flaw::NoDigitAfterPoint));
        }
    }
    let mut end = fraction_end;
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = end + 1;
        let from = sign + usize::from(matches!(bytes.get(sign), Some(b'+' | b'-')));
        end = digits(from);
        if end == from {
            return Err((end, Flaw::NoDigitInExponent));
        }
    }
    Ok((end, Parts { start, integer_end, fraction_end, end }))
}

fn value(bytes: &[u8], parts: &Parts) -> Option<Decimal> {
    let part = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
    let negative = bytes.get(parts.start) == Some(&b'-');
    let integer = part(parts.start + usize::from(negative), parts.integer_end);
    let mut digits = integer.to_vec();
    // The fraction begins with its point.
    digits.extend_from_slice(part(parts.integer_end + 1, parts.fraction_end));
    let mut value = Decimal::normalized(negative, digits, integer.len() as i64);
    // Zero takes any exponent.
    if !value.digits.is_empty() {
        value.exponent += written_exponent(part(parts.fraction_end, parts.end))?;
    }
    Some(value)
}

/// The value of `e+12`; of nothing, 0. `None` if it does not fit beside the shift of the longest mantissa.
fn written_exponent(bytes: &[u8]) -> Option<i64> {
    const LARGEST: i64 = i64::MAX / 16;
    let is_negative = bytes.get(1) == Some(&b'-');
    let mut value = 0_i64;
    for digit in bytes.iter().filter(|byte| byte.is_ascii_digit()) {
        value = value * 10 + i64::from(digit - b'0');
        if value > LARGEST {
            return None;
        }
    }
    Some(if is_negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    #[test]
    fn one_value_in_two_spellings() {
        let table = [
            ("42", "42.0"),
            ("42", "4.2e1"),
            ("42", "420E-1"),
            ("0", "-0"),
            ("0", "0e99999999999999999999999999999999999999999999"),
            ("0.5", "5e-1"),
            ("1e5", "1e000000000000000000000000000000000000000000005"),
            ("1e1000000000", "10e999999999"),
            ("-1.50", "-15e-1"),
        ];
        for (a, b) in table {
            assert_eq!(decimal(a), decimal(b), "{a} {b}");
        }
    }

    #[test]
    fn order() {
        let ascending = [
            "-1e30",
            "-2",
            "-1.5",
            "-1e-30",
            "0",
            "1e-9",
            "0.1",
            "9007199254740992",
            "9007199254740993",
            "1e1000000000",
        ];
        for (at, a) in ascending.iter().enumerate() {
            for (other, b) in ascending.iter().enumerate() {
                assert_eq!(decimal(a).cmp(&decimal(b)), at.cmp(&other), "{a} {b}");
            }
        }
    }

    #[test]
    fn integers() {
        for (text, expected) in [
            ("3", true),
            ("3.0", true),
            ("2578225.0", true),
            ("1e3", true),
            ("0", true),
            ("0.0", true),
            ("0.3", false),
            ("1e-1", false),
            ("10e-1", true),
        ] {
            assert_eq!(decimal(text).is_integer(), expected, "{text}");
        }
    }

    #[test]
    fn plain_decimals() {
        for (text, expected) in [
            ("42.0", Some("42")),
            ("-1.50", Some("-1.5")),
            ("2.578225e+06", Some("2578225")),
            ("1e3", Some("1000")),
            ("1e-3", Some("0.001")),
            ("0.00", Some("0")),
            ("9007199254740993", Some("9007199254740993")),
            ("1e1000000000", None),
            ("1e-1000000000", None),
        ] {
            assert_eq!(decimal(text).plain().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn digits_of_other_notations() {
        for (text, expected) in [
            ("007", Some("7")),
            ("1.", Some("1")),
            (".5", Some("0.5")),
            ("0010.500", Some("10.5")),
            ("000", Some("0")),
            ("", None),
            (".", None),
            ("-1", None),
            ("+1", None),
            ("1.2.3", None),
            ("1e3", None),
            ("1 ", None),
            ("１", None),
        ] {
            let plain = Decimal::of_digits(text).and_then(|decimal| decimal.plain());
            assert_eq!(plain.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn sums_are_exact_and_short() {
        for (a, b, expected) in [
            ("0", "0", Some("0")),
            ("0.001", "3600", Some("3600.001")),
            ("99.99", "0.01", Some("100")),
            ("1e20", "1", Some("100000000000000000001")),
            ("0", "0.5", Some("0.5")),
            ("-1", "1", None),
            ("1e1001", "1", None),
            ("1e-1001", "1", None),
        ] {
            let sum = |a: &str, b: &str| decimal(a).plus(&decimal(b)).and_then(|sum| sum.plain());
            assert_eq!(sum(a, b).as_deref(), expected, "{a} {b}");
            assert_eq!(sum(b, a).as_deref(), expected, "{b} {a}");
        }
    }

    #[test]
    fn the_other_sign() {
        for (a, b) in [("1.5", "-1.5"), ("-2e9", "2e9"), ("0", "0")] {
            assert_eq!(decimal(a).negated(), decimal(b), "{a}");
        }
    }

    #[test]
    fn not_numbers() {
        for text in
            ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", " 1", "1 ", "0x10", "NaN", "1_000", "--1", "1e1e1"]
        {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(
            Decimal::parse(&format!("1e{}", "9".repeat(18))),
            None,
            "beyond the exponent limit: compared as written"
        );
    }

    proptest! {
        #[test]
        fn agrees_with_integers(a in any::<i64>(), b in any::<i64>(), zeros in 0_usize..5) {
            let spelled = format!("{b}.{}", "0".repeat(zeros + 1));
            prop_assert_eq!(decimal(&a.to_string()).cmp(&decimal(&spelled)), a.cmp(&b));
        }

        #[test]
        fn scales_and_adds_as_integers_do(a in 0..u64::MAX, b in 0..u64::MAX, power in 0_u32..=60, places in 0_u32..5) {
            let (a, b, factor) = (u128::from(a), u128::from(b), 1_u128 << power);
            let scaled = decimal(&a.to_string()).scaled(1 << power, places as i32);
            prop_assert_eq!(&scaled, &decimal(&format!("{}e{places}", a * factor)));
            prop_assert_eq!(decimal(&a.to_string()).plus(&decimal(&b.to_string())), Some(decimal(&(a + b).to_string())));
        }

        #[test]
        fn shifting_the_point_keeps_the_value(mantissa in any::<i64>(), places in 0_usize..400) {
            prop_assert_eq!(decimal(&format!("{mantissa}e{places}")), decimal(&format!("{mantissa}{}", "0".repeat(places))));
        }
    }
}
