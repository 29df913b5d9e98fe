//! A length shared out.

/// Shares `total` by weight (largest remainder), then lifts each part to `least`, taking from the
/// largest. The parts always add up to `total`.
pub(super) fn divide(total: u16, weights: &[u16], least: u16) -> Vec<u16> {
    let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum::<u64>().max(1);
    let exact = |weight: &u16| u64::from(*weight) * u64::from(total);
    let mut parts: Vec<u64> = weights.iter().map(|weight| exact(weight) / sum).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(exact(&weights[*index]) % sum));
    let missing = u64::from(total) - parts.iter().sum::<u64>();
    for index in order.iter().cycle().take(usize::try_from(missing).unwrap_or(usize::MAX)) {
        parts[*index] += 1;
    }
    let mut parts: Vec<u16> =
        parts.into_iter().map(|part| u16::try_from(part).unwrap_or(total)).collect();
    lift(&mut parts, least);
    parts
}

fn lift(parts: &mut [u16], least: u16) {
    while let Some(small) = parts.iter().position(|part| *part < least) {
        let large = (0..parts.len()).max_by_key(|index| parts[*index]).unwrap_or(small);
        if parts[large] <= least {
            return;
        }
        parts[large] -= 1;
        parts[small] += 1;
    }
}
