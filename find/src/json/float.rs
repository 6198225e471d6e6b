//! The binary floating-point number nearest to a decimal, exactly and without any float.
//!
//! A decimal is halved and doubled digit by digit until its leading bits are its integer part. That is slow for
//! extreme exponents and short for all others; the standard library's tables would be a tenth of the module.

use super::number::Decimal;

/// A binary floating-point format of IEEE 754.
#[derive(Clone, Copy, Debug)]
pub struct Float {
    /// Bits of a mantissa.
    bits: i32,
    /// The exponent of the smallest number above zero, as a power of two.
    least: i32,
    /// The exponent of the first power of two that is too large.
    beyond: i32,
}

impl Float {
    /// Double precision, `binary64`.
    pub const DOUBLE: Float = Float { bits: 53, least: -1074, beyond: 1024 };
    /// Single precision, `binary32`.
    pub const SINGLE: Float = Float { bits: 24, least: -149, beyond: 128 };
}

/// Digits that can matter: the midpoint between two doubles has fewer. Of further ones it matters only that they are.
const DIGITS: usize = 800;

/// Decimal exponents beyond which every number of any format is infinite, or zero.
const EXPONENT: i64 = 400;

impl Decimal {
    /// The value of the nearest float, of two equally near ones the even one; none if it is infinite.
    pub fn rounded(&self, float: Float) -> Option<Decimal> {
        let (negative, digits, exponent) = self.parts();
        if exponent > EXPONENT {
            return None;
        }
        if digits.is_empty() || exponent < -EXPONENT {
            return Some(Decimal::from_parts(false, Vec::new(), 0));
        }
        if digits.len() as i64 <= exponent && exponent < i64::from(float.bits) * 3 / 10 {
            // 2^10 is more than 10^3: an integer with so few digits is a float itself.
            return Some(Decimal::from_parts(negative, digits.to_vec(), exponent));
        }
        let mut value = Digits { digits: digits.to_vec(), point: exponent as i32 };
        if value.digits.len() > DIGITS {
            value.digits.truncate(DIGITS);
            value.digits.push(b'1');
        }
        let power = value.normalise();
        let unit = (power - float.bits).max(float.least);
        value.scale(power - unit);
        let mantissa = value.rounded_integer();
        if mantissa >= 1 << float.bits && unit + float.bits >= float.beyond || power > float.beyond {
            return None;
        }
        let mut nearest = Digits::from_integer(mantissa);
        nearest.scale(unit);
        Some(Decimal::from_parts(negative, nearest.digits, i64::from(nearest.point)))
    }
}

/// `0.DIGITS × 10^point`; no zero at either end.
struct Digits {
    digits: Vec<u8>,
    point: i32,
}

impl Digits {
    fn from_integer(value: u64) -> Digits {
        let mut digits = Vec::new();
        let mut rest = value;
        while rest > 0 {
            digits.insert(0, b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        let point = digits.len() as i32;
        let mut digits = Digits { digits, point };
        digits.strip();
        digits
    }

    /// Brings the value into [0.5, 1) and returns the power of two that it was divided by.
    fn normalise(&mut self) -> i32 {
        let mut power = 0;
        while self.point > 0 {
            self.halve();
            power += 1;
        }
        while self.point < 0 || self.digits[0] < b'5' {
            self.double();
            power -= 1;
        }
        power
    }

    /// Multiplies by a power of two.
    fn scale(&mut self, power: i32) {
        for _ in 0..power {
            self.double();
        }
        for _ in power..0 {
            self.halve();
        }
    }

    fn halve(&mut self) {
        let mut rest = 0;
        for digit in &mut self.digits {
            let value = rest * 10 + (*digit - b'0');
            *digit = b'0' + value / 2;
            rest = value % 2;
        }
        if rest > 0 {
            self.digits.push(b'5');
        }
        if self.digits.first() == Some(&b'0') {
            self.digits.remove(0);
            self.point -= 1;
        }
    }

    fn double(&mut self) {
        let mut carry = 0;
        for digit in self.digits.iter_mut().rev() {
            let value = (*digit - b'0') * 2 + carry;
            *digit = b'0' + value % 10;
            carry = value / 10;
        }
        if carry > 0 {
            self.digits.insert(0, b'0' + carry);
            self.point += 1;
        }
        self.strip();
    }

    fn strip(&mut self) {
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
    }

    /// The nearest integer, of two equally near ones the even one.
    fn rounded_integer(&self) -> u64 {
        let point = usize::try_from(self.point).unwrap_or(0);
        let digit = |at| u64::from(self.digits.get(at).map_or(0, |digit| digit - b'0'));
        let integer = (0..point).fold(0, |integer, at| integer * 10 + digit(at));
        // A value below a tenth has a zero after its point.
        let half = if self.point < 0 { 0 } else { digit(point) };
        let is_exact_half = half == 5 && self.digits.len() == point + 1;
        let is_up = half > 5 || half == 5 && (!is_exact_half || integer % 2 == 1);
        integer + u64::from(is_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_same(a: &str, b: &str, float: Float) -> bool {
        let rounded = |text| Decimal::parse(text).unwrap().rounded(float);
        rounded(a) == rounded(b)
    }

    #[test]
    fn numbers_at_the_edges() {
        // a, b, one double, one single
        let table = [
            ("0.1", "0.1000000000000000055511151231257827", true, true),
            ("0.1", "0.10000000149011612", false, true),
            ("0.1", "0.11", false, false),
            ("9007199254740993", "9007199254740992", true, true),
            ("9007199254740992", "9007199254740994", false, true),
            ("1.7976931348623157e308", "1.7976931348623158e308", true, true),
            ("1.7976931348623157e308", "1.8e308", false, true),
            ("1e400", "1e1000000", true, true),
            ("5e-324", "4e-324", true, true),
            ("5e-324", "2e-324", false, true),
            ("2e-324", "0", true, true),
            ("1e-1000000", "0", true, true),
            ("16777217", "16777216", false, true),
        ];
        for (a, b, double, single) in table {
            assert_eq!(is_same(a, b, Float::DOUBLE), double, "{a} {b}");
            assert_eq!(is_same(a, b, Float::SINGLE), single, "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_standard_library(a in any::<f64>(), digits in "[1-9][0-9]{0,24}", exponent in -345..330_i32) {
            for text in [format!("{a:e}"), format!("{digits}e{}", exponent - digits.len() as i32)] {
                if text.contains("inf") || text.contains("NaN") {
                    continue;
                }
                let ours = Decimal::parse(&text).unwrap();
                let double: f64 = text.parse().unwrap();
                let single: f32 = text.parse().unwrap();
                let exact = |value: f64| value.is_finite().then(|| Decimal::parse(&format!("{value:.1100}")).unwrap());
                prop_assert_eq!(ours.rounded(Float::DOUBLE), exact(double), "{}", text);
                prop_assert_eq!(ours.rounded(Float::SINGLE), exact(f64::from(single)), "{}", text);
            }
        }
    }
}
