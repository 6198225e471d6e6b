//! Moments and times of the day.

/// A day of the calendar.
#[derive(Clone, Copy)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

const MINUTES_IN_DAY: i32 = 24 * 60;

/// A moment in universal time.
struct Moment<'t> {
    date: Date,
    minute_of_day: u32,
    second: u32,
    /// The digits behind the point.
    fraction: &'t str,
}

/// A moment of RFC 3339 in universal time, with its exact fraction or cut off to the minute.
pub(super) fn timestamp(text: &str, to_minute: bool) -> Option<String> {
    let moment = moment(text)?;
    Some(if to_minute { Moment { second: 0, fraction: "", ..moment } } else { moment }.written())
}

fn moment(text: &str) -> Option<Moment<'_>> {
    let (date, time) = text.split_once(['T', 't'])?;
    let (clock, offset) = clock_and_offset(time)?;
    let (clock, fraction) = match clock.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction).filter(|fraction| are_digits(fraction))?),
        None => (clock, ""),
    };
    let [year, month, day] = fields(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = fields(clock, ':', [2, 2, 2])?;
    let local = Date { year, month, day };
    if !local.exists() || hour > 23 || minute > 59 {
        return None;
    }
    let minutes = (hour * 60 + minute) as i32 - offset;
    let date = match minutes.div_euclid(MINUTES_IN_DAY) {
        0 => local,
        1 => local.next()?,
        _ => local.previous()?,
    };
    let minute_of_day = minutes.rem_euclid(MINUTES_IN_DAY) as u32;
    // A second may be put in behind the last one of a day in universal time.
    let is_second = second < 60 || second == 60 && minute_of_day + 1 == MINUTES_IN_DAY as u32;
    is_second.then_some(Moment { date, minute_of_day, second, fraction })
}

impl Moment<'_> {
    fn written(&self) -> String {
        let fraction = self.fraction.trim_end_matches('0');
        let mut written = String::new();
        for (value, width, after) in [
            (self.date.year, 4, '-'),
            (self.date.month, 2, '-'),
            (self.date.day, 2, 'T'),
            (self.minute_of_day / 60, 2, ':'),
            (self.minute_of_day % 60, 2, ':'),
            (self.second, 2, if fraction.is_empty() { 'Z' } else { '.' }),
        ] {
            push_padded(&mut written, value, width);
            written.push(after);
        }
        if !fraction.is_empty() {
            written.push_str(fraction);
            written.push('Z');
        }
        written
    }
}

/// A time without its offset, and the offset in minutes. Without an offset a time is no moment.
fn clock_and_offset(time: &str) -> Option<(&str, i32)> {
    if let Some(clock) = time.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    let (clock, offset) = time.split_at(time.rfind(['+', '-'])?);
    let [hours, minutes] = fields(offset.get(1..)?, ':', [2, 2])?;
    let offset_minutes = (hours * 60 + minutes) as i32;
    let is_offset = hours <= 23 && minutes <= 59;
    is_offset.then_some((clock, if offset.starts_with('-') { -offset_minutes } else { offset_minutes }))
}

/// Numbers of exactly these widths between marks.
fn fields<const COUNT: usize>(text: &str, mark: char, widths: [usize; COUNT]) -> Option<[u32; COUNT]> {
    let mut parts = text.split(mark);
    let mut values = [0; COUNT];
    for (value, width) in values.iter_mut().zip(widths) {
        let digits = parts.next().filter(|part| part.len() == width && are_digits(part))?;
        *value = digits.parse().ok()?;
    }
    if parts.next().is_none() { Some(values) } else { None }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn push_padded(out: &mut String, value: u32, width: u32) {
    for place in (0..width).rev() {
        out.push(char::from(b'0' + (value / 10_u32.pow(place) % 10) as u8));
    }
}

impl Date {
    fn exists(self) -> bool {
        (1..=12).contains(&self.month) && (1..=days_in_month(self.year, self.month)).contains(&self.day)
    }

    /// The day after, up to the year 9999.
    fn next(self) -> Option<Date> {
        let Date { year, month, day } = self;
        match (month, day) {
            (12, 31) if year == 9999 => None,
            (12, 31) => Some(Date { year: year + 1, month: 1, day: 1 }),
            _ if day == days_in_month(year, month) => Some(Date { year, month: month + 1, day: 1 }),
            _ => Some(Date { year, month, day: day + 1 }),
        }
    }

    /// The day before, down to the year 0.
    fn previous(self) -> Option<Date> {
        let Date { year, month, day } = self;
        match (month, day) {
            (1, 1) => Some(Date { year: year.checked_sub(1)?, month: 12, day: 31 }),
            (_, 1) => Some(Date { year, month: month - 1, day: days_in_month(year, month - 1) }),
            _ => Some(Date { year, month, day: day - 1 }),
        }
    }
}

fn days_in_month(year: u32, month: u32) -> u32 {
    let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A time of the day or a window between two, each with a weekday or without: hours in two digits, weekdays in small
/// letters.
pub(super) fn time_of_day(text: &str) -> Option<String> {
    match text.split_once('-') {
        Some((from, to)) => Some(day_time(from)? + "-" + &day_time(to)?),
        None => day_time(text),
    }
}

/// `H:MM` or `HH:MM`, perhaps behind a weekday.
fn day_time(text: &str) -> Option<String> {
    let (first, rest) = text.split_once(':')?;
    let mut form = first.to_ascii_lowercase();
    let is_weekday = WEEKDAYS.iter().any(|name| *name == form || name.get(..3) == Some(form.as_str()));
    let (hour, minute) = if is_weekday {
        form.push(':');
        rest.split_once(':')?
    } else {
        form.clear();
        (first, rest)
    };
    let [hours] = fields(hour, ':', [hour.len().clamp(1, 2)])?;
    let [minutes] = fields(minute, ':', [2])?;
    if hours > 23 || minutes > 59 {
        return None;
    }
    push_padded(&mut form, hours, 2);
    form.push(':');
    form.push_str(minute);
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        for (text, expected) in [
            ("2024-01-02T03:04:05Z", Some("2024-01-02T03:04:05Z")),
            ("2024-01-02t03:04:05z", Some("2024-01-02T03:04:05Z")),
            ("2024-01-02T03:04:05+00:00", Some("2024-01-02T03:04:05Z")),
            ("2024-01-02T03:04:05-00:00", Some("2024-01-02T03:04:05Z")),
            ("2024-01-02T05:04:05+02:00", Some("2024-01-02T03:04:05Z")),
            ("2024-01-01T21:34:05-05:30", Some("2024-01-02T03:04:05Z")),
            ("2024-01-02T03:04:05.000Z", Some("2024-01-02T03:04:05Z")),
            ("2024-01-02T03:04:05.1230Z", Some("2024-01-02T03:04:05.123Z")),
            (
                "2024-01-02T03:04:05.12345678901234567890123Z",
                Some("2024-01-02T03:04:05.12345678901234567890123Z"),
            ),
            ("2024-03-01T00:30:00+01:00", Some("2024-02-29T23:30:00Z")),
            ("2023-03-01T00:30:00+01:00", Some("2023-02-28T23:30:00Z")),
            ("2024-02-29T23:30:00-01:00", Some("2024-03-01T00:30:00Z")),
            ("2023-12-31T23:30:00-01:00", Some("2024-01-01T00:30:00Z")),
            ("2024-01-01T00:30:00+01:00", Some("2023-12-31T23:30:00Z")),
            ("2000-02-29T00:00:00Z", Some("2000-02-29T00:00:00Z")),
            ("1990-12-31T15:59:60-08:00", Some("1990-12-31T23:59:60Z")),
            ("0000-01-01T00:00:00Z", Some("0000-01-01T00:00:00Z")),
            ("", None),
            ("soon", None),
            ("2024-01-02", None),
            ("2024-01-02T03:04:05", None),
            ("2024-01-02T03:04Z", None),
            ("2024-01-02 03:04:05Z", None),
            ("2024-01-02T03:04:05 Z", None),
            ("2024-01-02T03:04:05Z ", None),
            ("2024-01-02T03:04:05ZZ", None),
            ("2024-1-02T03:04:05Z", None),
            ("24-01-02T03:04:05Z", None),
            ("+2024-01-02T03:04:05Z", None),
            ("12024-01-02T03:04:05Z", None),
            ("2024-02-30T00:00:00Z", None),
            ("2023-02-29T00:00:00Z", None),
            ("1900-02-29T00:00:00Z", None),
            ("2024-04-31T00:00:00Z", None),
            ("2024-00-10T00:00:00Z", None),
            ("2024-13-10T00:00:00Z", None),
            ("2024-01-00T00:00:00Z", None),
            ("2024-01-02T24:00:00Z", None),
            ("2024-01-02T03:60:00Z", None),
            ("2024-01-02T03:04:60Z", None),
            ("2024-01-02T23:59:61Z", None),
            ("2024-01-02T03:04:05.Z", None),
            ("2024-01-02T03:04:05,5Z", None),
            ("2024-01-02T03:04:05.5.5Z", None),
            ("2024-01-02T03:04:05.+5Z", None),
            ("2024-01-02T03:04:05+02", None),
            ("2024-01-02T03:04:05+0200", None),
            ("2024-01-02T03:04:05+2:00", None),
            ("2024-01-02T03:04:05+24:00", None),
            ("2024-01-02T03:04:05+02:60", None),
            ("2024-01-02T03:04:05\u{2212}02:00", None),
            ("2024-01-02T03:04:05 UTC", None),
            ("0000-01-01T00:00:00+01:00", None),
            ("9999-12-31T23:59:59-01:00", None),
            ("\u{661}024-01-02T03:04:05Z", None),
        ] {
            let form = timestamp(text, false);
            assert_eq!(form.as_deref(), expected, "{text}");
            assert_eq!(
                form.as_deref().and_then(|form| timestamp(form, false)).as_deref(),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn moments_to_the_minute() {
        for (text, expected) in [
            ("2024-01-02T03:04:05Z", Some("2024-01-02T03:04:00Z")),
            ("2024-01-02T05:04:59.999+02:00", Some("2024-01-02T03:04:00Z")),
            ("2024-01-02T03:05:00Z", Some("2024-01-02T03:05:00Z")),
            ("1990-12-31T23:59:60Z", Some("1990-12-31T23:59:00Z")),
            ("2024-01-02T03:04Z", None),
            ("2024-01-02T03:04:61Z", None),
            ("2024-01-02T03:04:05", None),
            ("2024-01-02T03:04:Z", None),
        ] {
            assert_eq!(timestamp(text, true).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn times_of_the_day() {
        for (text, expected) in [
            ("1:00", Some("01:00")),
            ("01:00", Some("01:00")),
            ("23:59", Some("23:59")),
            ("3:00-4:30", Some("03:00-04:30")),
            ("Mon:03:00-Mon:04:00", Some("mon:03:00-mon:04:00")),
            ("SUN:23:00-mon:1:30", Some("sun:23:00-mon:01:30")),
            ("Monday:03:00", Some("monday:03:00")),
            ("", None),
            (":", None),
            ("-", None),
            ("24:00", None),
            ("1:60", None),
            ("1:0", None),
            ("001:00", None),
            ("1:000", None),
            ("1", None),
            ("1:00pm", None),
            ("1:00 PM", None),
            ("1:00:00", None),
            ("+1:00", None),
            (" 1:00", None),
            ("mon", None),
            ("mon:", None),
            ("mo:03:00", None),
            ("mond:03:00", None),
            ("mon-03:00", None),
            ("mon 03:00", None),
            ("1:00-", None),
            ("1:00-2:00-3:00", None),
            ("\u{661}:00", None),
            ("m\u{f6}n:03:00", None),
        ] {
            let form = time_of_day(text);
            assert_eq!(form.as_deref(), expected, "{text}");
            assert_eq!(form.as_deref().and_then(time_of_day).as_deref(), expected, "{text}");
        }
    }
}
