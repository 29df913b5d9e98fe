//! Makes a list that fails smaller while it fails: Zeller and Hildebrandt's delta debugging.

/// A part of the list, in its order, that still fails although no single item can be spared.
/// The whole list must fail; it isn't tried again.
pub fn shrunk<T: Clone>(items: &[T], mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut left = items.to_vec();
    let mut pieces = 2;
    while !left.is_empty() {
        let size = left.len().div_ceil(pieces);
        match without_a_piece(&left, size, &mut fails) {
            Some(smaller) => {
                left = smaller;
                pieces = (pieces - 1).max(2);
            }
            None if size == 1 => break,
            None => pieces = (pieces * 2).min(left.len()),
        }
    }
    left
}

fn without_a_piece<T: Clone>(
    items: &[T],
    size: usize,
    fails: &mut impl FnMut(&[T]) -> bool,
) -> Option<Vec<T>> {
    let starts = (0..items.len()).step_by(size);
    let rest = |start: usize| {
        let end = items.len().min(start + size);
        [&items[..start], &items[end..]].concat()
    };
    starts.map(rest).find(|rest| fails(rest))
}

#[test]
fn what_is_not_needed_goes_and_what_is_stays_in_order() {
    let all: Vec<u32> = (0..100).collect();
    let mut tries = 0;
    let needed = shrunk(&all, |part| {
        tries += 1;
        [7, 42, 43].iter().all(|item| part.contains(item))
    });
    assert_eq!(needed, [7, 42, 43]);
    assert!(tries < 100, "{tries} tries");
    assert_eq!(shrunk(&all, |_| true), [0_u32; 0]);
    assert_eq!(shrunk(&all, |part| part.len() >= 99).len(), 99);
    assert_eq!(shrunk(&[1], |part| !part.is_empty()), [1]);
}
