//! The family of quantities: spans of time, amounts and sizes, each as the exact decimal of one unit.

use crate::json::Decimal;

/// A unit's name, and what a number of it is multiplied with: a factor and a power of ten.
type Unit = (&'static str, u64, i32);

/// The units of Go's `time.ParseDuration`, in seconds.
const SPANS: [Unit; 8] = [
    ("h", 3600, 0),
    ("m", 60, 0),
    ("s", 1, 0),
    ("ms", 1, -3),
    ("us", 1, -6),
    // The micro sign and the Greek letter.
    ("\u{b5}s", 1, -6),
    ("\u{3bc}s", 1, -6),
    ("ns", 1, -9),
];

const DAY: Unit = ("d", 24 * 3600, 0);

/// A span of time in seconds: `1m30s` is `90s`. A bare number may have a unit, and days may be one.
pub(super) fn duration(text: &str, bare_unit: Option<&str>, with_days: bool) -> Option<String> {
    let with_unit = bare_unit.and_then(|unit| Some(Decimal::parse(text)?.plain()? + unit));
    let (is_negative, span) = signed(with_unit.as_deref().unwrap_or(text));
    let seconds = seconds(span, with_days || bare_unit == Some(DAY.0))?;
    with_sign(is_negative, seconds).plain().map(|seconds| seconds + "s")
}

/// A sum of numbers with units.
fn seconds(span: &str, with_days: bool) -> Option<Decimal> {
    let mut sum = Decimal::default();
    // Zero is the one number that needs no unit.
    let mut rest = if span == "0" { "0s" } else { span };
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(is_outside_number)?);
        let (unit, after) = after.split_at(after.find(is_in_number).unwrap_or(after.len()));
        let mut units = SPANS.iter().chain(with_days.then_some(&DAY));
        let (_, factor, places) = units.find(|(name, ..)| *name == unit)?;
        sum = sum.plus(&Decimal::of_digits(number)?.scaled(*factor, *places))?;
        rest = after;
    }
    Some(sum)
}

fn is_in_number(character: char) -> bool {
    character.is_ascii_digit() || character == '.'
}

fn is_outside_number(character: char) -> bool {
    !is_in_number(character)
}

/// Whether a minus stands in front, and what stands behind the sign.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn with_sign(is_negative: bool, number: Decimal) -> Decimal {
    if is_negative { number.negated() } else { number }
}

/// A designator of ISO 8601, which sum it adds to, and how many of that sum's unit it is.
type Designator = (char, usize, u64);

/// The sums that stay apart, because no month has a fixed number of days and no day one of hours.
const MONTHS: usize = 0;
const DAYS: usize = 1;
const CLOCK: usize = 2;

/// The designators before and behind the `T`, in the order that is asked of them.
const DATE: [Designator; 4] = [('Y', MONTHS, 12), ('M', MONTHS, 1), ('W', DAYS, 7), ('D', DAYS, 1)];
const TIME: [Designator; 3] = [('H', CLOCK, 3600), ('M', CLOCK, 60), ('S', CLOCK, 1)];

/// Months, days and seconds: `P1Y1WT1H` is `P12M7DT3600S`.
pub(super) fn iso8601_duration(text: &str) -> Option<String> {
    let span = text.strip_prefix('-').unwrap_or(text);
    let parts = span.strip_prefix('P')?;
    let (date, time) = match parts.split_once('T') {
        Some((_, "")) => return None,
        Some(split) => split,
        None => (parts, ""),
    };
    let mut sums = [None, None, None];
    add_designated(date, &DATE, &mut sums)?;
    add_designated(time, &TIME, &mut sums)?;
    // Only the last number may have a fraction.
    let fraction = parts.split_once(['.', ',']).map_or("", |(_, fraction)| fraction);
    let is_fraction_last = fraction.bytes().filter(u8::is_ascii_alphabetic).count() <= 1;
    if sums.iter().all(Option::is_none) || !is_fraction_last {
        return None;
    }
    let mut form = String::new();
    for (sum, (before, after)) in sums.iter().zip([("", 'M'), ("", 'D'), ("T", 'S')]) {
        if let Some(sum) = sum.as_ref().filter(|sum| **sum != Decimal::default()) {
            form.push_str(before);
            form.push_str(&sum.plain()?);
            form.push(after);
        }
    }
    // Nothing is one nothing, whatever its unit and sign.
    let sign = if span.len() < text.len() && !form.is_empty() { "-P" } else { "P" };
    Some(sign.to_owned() + if form.is_empty() { "T0S" } else { &form })
}

/// Adds numbers with designators to the sums that they belong to.
fn add_designated(text: &str, designators: &[Designator], sums: &mut [Option<Decimal>; 3]) -> Option<()> {
    let (mut rest, mut left) = (text, designators);
    while let Some(last) = rest.find(|character: char| character.is_ascii_alphabetic()) {
        let (number, after) = rest.split_at(last);
        let at = left.iter().position(|(name, ..)| after.starts_with(*name))?;
        let (_, sum, factor) = left.get(at)?;
        let amount = decimal(number)?.scaled(*factor, 0);
        let before = sums.get_mut(*sum)?;
        *before = Some(before.take().unwrap_or_default().plus(&amount)?);
        (rest, left) = (after.get(1..)?, left.get(at + 1..)?);
    }
    rest.is_empty().then_some(())
}

/// Digits, and more behind a point or comma.
fn decimal(number: &str) -> Option<Decimal> {
    let has_digits_at_ends = !number.starts_with(['.', ',']) && !number.ends_with(['.', ',']);
    if has_digits_at_ends { Decimal::of_digits(&number.replace(',', ".")) } else { None }
}

/// Letters for powers of 1024, and of 1000 too.
const PREFIXES: &str = "KMGTPE";

/// The power that a letter stands for.
fn power(letter: char) -> Option<i32> {
    PREFIXES.find(letter).map(|at| at as i32 + 1)
}

fn power_of_1024(power: i32) -> u64 {
    1 << (10 * power)
}

/// The suffixes of Kubernetes that are powers of ten.
const POWERS_OF_TEN: [(&str, i32); 10] =
    [("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)];

/// A number in Kubernetes' notation as a plain decimal.
pub(super) fn quantity(text: &str) -> Option<String> {
    let (is_negative, amount) = signed(text);
    let (number, suffix) = amount.split_at(amount.find(is_outside_number).unwrap_or(amount.len()));
    let (factor, places) = scale(suffix)?;
    with_sign(is_negative, Decimal::of_digits(number)?.scaled(factor, places)).plain()
}

/// What a suffix of Kubernetes multiplies with: `Mi`, `M`, `e6`.
fn scale(suffix: &str) -> Option<(u64, i32)> {
    if let Some((_, places)) = POWERS_OF_TEN.iter().find(|(name, _)| *name == suffix) {
        return Some((1, *places));
    }
    let mut letters = suffix.chars();
    match (letters.next()?, letters.as_str()) {
        (letter, "i") => Some((power_of_1024(power(letter)?), 0)),
        ('e' | 'E', exponent) => Some((1, exponent.parse().ok()?)),
        _ => None,
    }
}

/// A number of bytes: `K` and `KiB` are 1024 of them, `KB` is 1000.
pub(super) fn byte_size(text: &str) -> Option<String> {
    let (number, unit) = number_and_unit(text)?;
    let mut letters = unit.chars();
    let (factor, places) = match (letters.next(), letters.as_str()) {
        (None, _) => (1, 0),
        (Some(letter), "" | "iB") => (power_of_1024(power(letter)?), 0),
        (Some(letter), "B") => (1, 3 * power(letter)?),
        _ => return None,
    };
    number.scaled(factor, places).plain()
}

/// A size in a service's small units, 1024 of which are one of the big units.
pub(super) fn size_unit(text: &str, big_units: &[&str]) -> Option<String> {
    let (number, unit) = number_and_unit(text)?;
    match unit {
        "" => number.plain(),
        big if big_units.contains(&big) => number.scaled(1024, 0).plain(),
        _ => None,
    }
}

/// A number and the unit behind it, with at most one space between.
fn number_and_unit(text: &str) -> Option<(Decimal, &str)> {
    let number = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit = text.strip_prefix(number)?;
    let number = if unit.is_empty() { number } else { number.strip_suffix(' ').unwrap_or(number) };
    Some((Decimal::parse(number)?, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text and its form; nothing where it does not convert.
    type Table<'a> = &'a [(&'a str, Option<&'a str>)];

    /// Forms are as expected, and are forms of themselves.
    fn check(table: Table, form: impl Fn(&str) -> Option<String>) {
        for (text, expected) in table {
            assert_eq!(form(text).as_deref(), *expected, "{text}");
            if let Some(expected) = expected {
                assert_eq!(form(expected).as_deref(), Some(*expected), "the form of {text}");
            }
        }
    }

    #[test]
    fn durations() {
        let table = [
            ("60s", Some("60s")),
            ("1m", Some("60s")),
            ("1m0s", Some("60s")),
            ("1.5h", Some("5400s")),
            ("1h30m", Some("5400s")),
            ("30m1h", Some("5400s")),
            ("1000ms", Some("1s")),
            ("1us", Some("0.000001s")),
            ("1\u{b5}s", Some("0.000001s")),
            ("1\u{3bc}s", Some("0.000001s")),
            ("1.5ns", Some("0.0000000015s")),
            (".5s", Some("0.5s")),
            ("1.s", Some("1s")),
            ("090s", Some("90s")),
            ("-1m", Some("-60s")),
            ("+1m", Some("60s")),
            ("-0s", Some("0s")),
            ("0", Some("0s")),
            ("9999999999999999999999h", Some("35999999999999999999996400s")),
            ("", None),
            ("-", None),
            ("+-1s", None),
            ("90", None),
            ("00", None),
            ("1d", None),
            ("1M", None),
            ("1S", None),
            ("1h30", None),
            ("h", None),
            (".s", None),
            ("1.2.3s", None),
            ("1 s", None),
            (" 1s", None),
            ("1s ", None),
            ("1h-30m", None),
            ("1,5h", None),
            ("1e3s", None),
            ("\u{662}s", None),
            ("1\u{b5}", None),
            ("infinity", None),
        ];
        check(&table, |text| duration(text, None, false));
    }

    #[test]
    fn durations_of_any_length() {
        let digits = "9".repeat(2000);
        assert_eq!(duration(&(digits.clone() + "s"), None, false), None);
        assert_eq!(duration(&digits, Some("h"), false), None);
        assert_eq!(duration(&"1s".repeat(1000), None, false).as_deref(), Some("1000s"));
    }

    #[test]
    fn durations_of_bare_numbers() {
        let seconds = [
            ("90", Some("90s")),
            ("1.5", Some("1.5s")),
            ("9e1", Some("90s")),
            ("-90", Some("-90s")),
            ("-0", Some("0s")),
            ("10m", Some("600s")),
            ("090", None),
            ("+90", None),
            ("1e1000000", None),
            ("90 ", None),
            ("1d", None),
            ("", None),
        ];
        check(&seconds, |text| duration(text, Some("s"), false));
        for (unit, expected) in
            [("ms", "0.09s"), ("s", "90s"), ("m", "5400s"), ("h", "324000s"), ("d", "7776000s")]
        {
            assert_eq!(duration("90", Some(unit), false).as_deref(), Some(expected), "{unit}");
        }
        assert_eq!(duration("1d", Some("d"), false).as_deref(), Some("86400s"));
    }

    #[test]
    fn durations_with_days() {
        let table = [
            ("1d", Some("86400s")),
            ("1.5d", Some("129600s")),
            ("1d12h", Some("129600s")),
            ("24h", Some("86400s")),
            ("1D", None),
            ("1w", None),
            ("1", None),
            ("d", None),
        ];
        check(&table, |text| duration(text, None, true));
    }

    #[test]
    fn iso8601_durations() {
        let table = [
            ("PT60S", Some("PT60S")),
            ("PT1M", Some("PT60S")),
            ("PT1H30M", Some("PT5400S")),
            ("PT1.5H", Some("PT5400S")),
            ("PT1,5H", Some("PT5400S")),
            ("P1W", Some("P7D")),
            ("P1Y", Some("P12M")),
            ("P0.5Y", Some("P6M")),
            ("P1Y2M3W4DT5H6M7S", Some("P14M25DT18367S")),
            ("P1M", Some("P1M")),
            ("P1D", Some("P1D")),
            ("PT24H", Some("PT86400S")),
            ("P007D", Some("P7D")),
            ("-P1D", Some("-P1D")),
            ("-P0D", Some("PT0S")),
            ("P0D", Some("PT0S")),
            ("P1DT0S", Some("P1D")),
            ("", None),
            ("P", None),
            ("PT", None),
            ("P1DT", None),
            ("-P", None),
            ("--P1D", None),
            ("1D", None),
            ("P1", None),
            ("P1H", None),
            ("PT1D", None),
            ("P1D1Y", None),
            ("P1D1D", None),
            ("PT1S1M", None),
            ("PT1.5H30M", None),
            ("P1.5DT1H", None),
            ("PT1.5.5H", None),
            ("PT.5S", None),
            ("PT5.S", None),
            ("PT-5S", None),
            ("pt1m", None),
            ("P1d", None),
            ("P1D ", None),
            ("P 1D", None),
            ("PT1ST1S", None),
            ("P1\u{b5}", None),
        ];
        check(&table, iso8601_duration);
    }

    #[test]
    fn quantities() {
        let table = [
            ("1000m", Some("1")),
            ("1Gi", Some("1073741824")),
            ("1024Mi", Some("1073741824")),
            ("1.5Gi", Some("1610612736")),
            ("1Ei", Some("1152921504606846976")),
            ("1e3", Some("1000")),
            ("1E+3", Some("1000")),
            ("1e-3", Some("0.001")),
            ("1k", Some("1000")),
            ("0.50", Some("0.5")),
            ("500m", Some("0.5")),
            ("1E", Some("1000000000000000000")),
            ("1n", Some("0.000000001")),
            ("1u", Some("0.000001")),
            ("01", Some("1")),
            ("1.", Some("1")),
            (".5", Some("0.5")),
            ("+1", Some("1")),
            ("-1Ki", Some("-1024")),
            ("-0", Some("0")),
            ("", None),
            ("-", None),
            ("1K", None),
            ("1ki", None),
            ("1KI", None),
            ("1mi", None),
            ("1g", None),
            ("1GB", None),
            ("1GiB", None),
            ("1 Gi", None),
            ("1e", None),
            ("1e+", None),
            ("1e3k", None),
            ("1e1.5", None),
            ("1e99999", None),
            ("1e99999999999999999999", None),
            ("1ee3", None),
            ("i", None),
            ("Gi", None),
            ("1.2.3", None),
            ("1,5", None),
            ("0x10", None),
            ("1_000", None),
            ("1\u{b5}", None),
        ];
        check(&table, quantity);
    }

    #[test]
    fn byte_sizes() {
        let table = [
            ("1T", Some("1099511627776")),
            ("1024G", Some("1099511627776")),
            ("1KiB", Some("1024")),
            ("1KB", Some("1000")),
            ("1.5K", Some("1536")),
            ("1 GB", Some("1000000000")),
            ("1EiB", Some("1152921504606846976")),
            ("1EB", Some("1000000000000000000")),
            ("1E", Some("1152921504606846976")),
            ("1024", Some("1024")),
            ("1e3", Some("1000")),
            ("-1", Some("-1")),
            ("", None),
            ("K", None),
            ("1k", None),
            ("1kB", None),
            ("1kb", None),
            ("1g", None),
            ("1Kb", None),
            ("1Ki", None),
            ("1KIB", None),
            ("1B", None),
            ("1Z", None),
            ("1iB", None),
            ("1  GB", None),
            ("1\tGB", None),
            ("1 ", None),
            (" 1K", None),
            ("1K ", None),
            ("010K", None),
            ("+1K", None),
            ("1,5K", None),
            ("1.K", None),
            ("1_000", None),
            ("1\u{212a}", None),
        ];
        check(&table, byte_size);
    }

    #[test]
    fn sizes_in_units_of_a_service() {
        let table = [
            ("1 vCPU", Some("1024")),
            ("1vcpu", Some("1024")),
            ("0.25 vCPU", Some("256")),
            ("1024", Some("1024")),
            ("0.0001 vCPU", Some("0.1024")),
            ("", None),
            ("vCPU", None),
            ("1 VCPU", None),
            ("1  vCPU", None),
            ("1 GB", None),
            ("1 vCPUs", None),
            ("01 vCPU", None),
            ("1k", None),
        ];
        check(&table, |text| size_unit(text, &["vCPU", "vcpu"]));
    }
}
