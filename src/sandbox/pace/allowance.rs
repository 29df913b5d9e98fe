//! How long a body may be on its way, in either direction.

use super::Wait;
use std::time::Duration;
use tokio::time::Instant;

/// Between two pieces, and for the first ones however small they are.
pub(super) const STALL: Duration = Duration::from_secs(30);
/// What has to get through after that, in bytes for each second: less than any line, more than anybody
/// drips who wants to hold a connection.
const LEAST_RATE: u64 = 8 * 1024;
/// For a whole body of a request: the largest one needs 17 KB/s.
const WHOLE: Duration = Duration::from_mins(5);

/// The time of one body. It begins when the body is waited for, so that nobody pays for our own work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    begun: Instant,
    last: Instant,
    bytes: u64,
    whole: Option<Duration>,
}

impl Allowance {
    /// For the body of a request, which its peer sends.
    pub(super) fn of_request(now: Instant) -> Self {
        Self { begun: now, last: now, bytes: 0, whole: Some(WHOLE) }
    }

    /// For the body of an answer, which its peer reads: as long as it is long, at that rate.
    pub(super) fn of_answer(now: Instant) -> Self {
        Self { whole: None, ..Self::of_request(now) }
    }

    /// A piece got through.
    pub(super) fn add(&mut self, bytes: usize, now: Instant) {
        self.bytes = self.bytes.saturating_add(bytes as u64);
        self.last = now;
    }

    /// When it is given up.
    pub(super) fn until(&self) -> Instant {
        self.wait().until.min(self.last + STALL)
    }

    /// The time that it has in all, by what got through so far.
    pub(super) fn wait(&self) -> Wait {
        let earned = STALL + Duration::from_secs(self.bytes / LEAST_RATE);
        let time = self.whole.map_or(earned, |whole| whole.min(earned));
        Wait { since: self.begun, until: self.begun + time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a body lasts of which so many bytes get through at such intervals, in seconds.
    fn lasts(mut allowance: Allowance, bytes: usize, interval: Duration) -> u64 {
        let begun = allowance.begun;
        let mut now = begun + interval;
        while now < allowance.until() && now < begun + Duration::from_hours(1) {
            allowance.add(bytes, now);
            now += interval;
        }
        (allowance.until() - begun).as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_is_given_up_however_it_is_sent() {
        let request = Allowance::of_request(Instant::now());
        let answer = Allowance::of_answer(Instant::now());
        let seconds = Duration::from_secs;
        for (name, bytes, interval, expected) in [
            ("nothing", 1, seconds(31), 30),
            ("a byte in 15 s", 1, seconds(15), 30),
            ("1 KiB/s", 1024, seconds(1), 34),
            ("half the least rate", 4 * 1024, seconds(1), 58),
            ("the least rate and a little more", 10 * 1024, seconds(1), 300),
            ("much, and then a pause", 1 << 20, seconds(31), 30),
        ] {
            assert_eq!(lasts(request, bytes, interval), expected, "{name}");
        }
        assert!(lasts(answer, 10 * 1024, seconds(1)) >= 3600, "an answer is as long as it is");
        assert_eq!(lasts(answer, 1, seconds(15)), 30);
    }

    #[tokio::test(start_paused = true)]
    async fn the_largest_body_has_time_on_a_slow_line() {
        let mut allowance = Allowance::of_request(Instant::now());
        let (rate, size) = (20 * 1024, crate::sandbox::bodies::DOCUMENT);
        for second in 1..=size.div_ceil(rate) {
            let now = allowance.begun + Duration::from_secs(second as u64);
            assert!(now < allowance.until(), "after {second} s");
            allowance.add(rate, now);
        }
    }
}
