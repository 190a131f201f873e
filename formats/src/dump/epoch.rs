use kubeloupe_core::object::Time;

/// The moment that is [`Time::START`]: between the core's time and the wall clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Epoch {
    /// Seconds since 1970: whole ones, so that the API's times are whole seconds after the start.
    pub unix_s: i64,
}

/// Text that is no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoTime;

const SECOND: i64 = 1_000_000_000;
const DAY_S: i64 = 86_400;

impl Epoch {
    /// The moment taken where nothing tells one: a scenario without timestamps starts with the year 2026.
    pub const DEFAULT: Epoch = Epoch {
        unix_s: 20_454 * DAY_S,
    };

    /// The moment of an RFC 3339 text.
    pub fn parse(text: &str) -> Option<Epoch> {
        parse_timestamp(text).ok().flatten().map(Epoch::not_before)
    }

    /// The first whole second that is not before a moment in nanoseconds since 1970.
    pub fn not_before(unix_ns: i64) -> Epoch {
        Epoch {
            unix_s: unix_ns.div_euclid(SECOND) + i64::from(unix_ns.rem_euclid(SECOND) > 0),
        }
    }

    /// The core's time of a moment in nanoseconds since 1970.
    pub fn time(self, unix_ns: i64) -> Time {
        Time(unix_ns.saturating_sub(self.unix_s.saturating_mul(SECOND)))
    }

    /// `time` on the wall clock, as the API writes it: whole seconds.
    pub fn timestamp(self, time: Time) -> String {
        let seconds = self.unix_s.saturating_add(time.0.div_euclid(SECOND));
        let (days, second) = (seconds.div_euclid(DAY_S), seconds.rem_euclid(DAY_S));
        let (year, month, day) = date_of(days);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl Default for Epoch {
    fn default() -> Self {
        Epoch::DEFAULT
    }
}

/// Nanoseconds since 1970 of an RFC 3339 text. Times that do not fit (Go's zero time is one) are unknown: `None`.
pub(crate) fn parse_timestamp(text: &str) -> Result<Option<i64>, NoTime> {
    let (date, clock) = text.split_once(['T', 't', ' ']).ok_or(NoTime)?;
    let mut date = date.split('-');
    let (year, month, day) = (
        part(date.next(), 4)?,
        part(date.next(), 2)?,
        part(date.next(), 2)?,
    );
    if date.next().is_some() || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return Err(NoTime);
    }
    let zone = clock.find(['Z', 'z', '+', '-']).ok_or(NoTime)?;
    let (clock, zone) = clock.split_at(zone);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut clock = clock.split(':');
    let (hour, minute, second) = (
        part(clock.next(), 2)?,
        part(clock.next(), 2)?,
        part(clock.next(), 2)?,
    );
    // A leap second is read as the second after it.
    if clock.next().is_some() || hour > 23 || minute > 59 || second > 60 {
        return Err(NoTime);
    }
    let seconds = hour * 3600 + minute * 60 + second - offset(zone)?;
    let total = days_of(year, month, day)
        .checked_mul(DAY_S)
        .and_then(|days| days.checked_add(seconds))
        .and_then(|seconds| seconds.checked_mul(SECOND));
    let fraction = nanoseconds(fraction)?;
    Ok(total.and_then(|total| total.checked_add(fraction)))
}

fn part(text: Option<&str>, digits: usize) -> Result<i64, NoTime> {
    let text = text.ok_or(NoTime)?;
    if text.len() != digits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NoTime);
    }
    text.parse().map_err(|_| NoTime)
}

fn nanoseconds(fraction: &str) -> Result<i64, NoTime> {
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NoTime);
    }
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    Ok(digits.fold(0, |total, digit| total * 10 + i64::from(digit - b'0')))
}

/// Seconds that the zone is ahead of UTC.
fn offset(zone: &str) -> Result<i64, NoTime> {
    let sign = match zone.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return if zone.len() == 1 { Ok(0) } else { Err(NoTime) },
    };
    let (hours, minutes) = zone[1..].split_once(':').ok_or(NoTime)?;
    Ok(sign * (part(Some(hours), 2)? * 3600 + part(Some(minutes), 2)? * 60))
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970 of a date in the Gregorian calendar. Years are counted from March, so that the leap day is the last.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The inverse of [`days_of`].
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_come_back_as_they_were() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59Z",
            "2024-12-31T10:00:00Z",
            "1999-03-01T00:00:00Z",
            "2026-11-29T21:38:32Z",
        ] {
            let epoch = Epoch::parse(text).unwrap();
            assert_eq!(epoch.timestamp(Time::START), text);
            assert_eq!(
                Epoch::DEFAULT.timestamp(Epoch::DEFAULT.time(epoch.unix_s * SECOND)),
                text
            );
        }
        assert_eq!(Epoch::DEFAULT.timestamp(Time::START), "2026-01-01T00:00:00Z");
    }

    #[test]
    fn an_epoch_is_a_whole_second() {
        let epoch = Epoch::parse("1970-01-01T00:00:01.25Z").unwrap();
        assert_eq!((epoch.unix_s, epoch.time(1_250_000_000)), (2, Time(-750_000_000)));
    }

    #[test]
    fn fractions_and_zones_are_read() {
        assert_eq!(
            parse_timestamp("1970-01-01T00:00:01.25Z"),
            Ok(Some(1_250_000_000))
        );
        assert_eq!(parse_timestamp("1970-01-01T02:00:00+02:00"), Ok(Some(0)));
        assert_eq!(parse_timestamp("1969-12-31T23:30:00-00:30"), Ok(Some(0)));
        assert_eq!(parse_timestamp("0001-01-01T00:00:00Z"), Ok(None));
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "yesterday",
            "2024-01-01",
            "2024-13-01T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-01-01T00:00:00",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:00:00Zulu",
            "2024-01-01T00:00:00+1",
            "+024-01-01T00:00:00Z",
        ] {
            assert_eq!(parse_timestamp(text), Err(NoTime), "{text}");
        }
    }
}
