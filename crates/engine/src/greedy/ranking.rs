//! Points by rank: how lists with different scales are added up.

/// Adds points for the scores of one list: the best gets half a point for each rank that counts, every
/// further rank half a point less. Equal scores share a rank.
pub(crate) fn add_points(scores: &[f64], ranks: usize, weight: f64, points: &mut [f64]) {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let mut rank = 0;
    for (place, &at) in order.iter().enumerate() {
        if place > 0 && scores[at] < scores[order[place - 1]] {
            rank += 1;
        }
        if rank >= ranks {
            break;
        }
        points[at] += weight * STEP * (ranks - rank) as f64;
    }
}

/// The points between two ranks.
const STEP: f64 = 0.5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fall_by_half_and_ties_share() {
        let mut points = [1.0; 5];
        add_points(&[3.0, 7.0, 7.0, -1.0, -2.0], 3, 2.0, &mut points);
        assert_eq!(points, [3.0, 4.0, 4.0, 2.0, 1.0]);
    }
}
