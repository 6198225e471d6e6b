//! Times what a plan costs, part by part.
use std::time::Instant;
use whyreplace::Comparison;
use whyreplace::contract::Options;
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let rounds: usize = std::env::args().nth(2).map_or(1, |n| n.parse().unwrap());
    let bytes = std::fs::read(&file).unwrap();
    for _ in 0..rounds {
        let copy = bytes.clone();
        let t = Instant::now();
        let c = Comparison::review(copy, None, Options::default());
        let n = c.report().resources.len() as u32;
        println!("review {:?} {n}", t.elapsed());
        if rounds > 1 {
            continue;
        }
        let t = Instant::now();
        for id in 0..n {
            c.affects(id);
            c.detailed_diff(id);
            c.proposed(id);
            c.groups(id);
            c.findings(id);
        }
        println!("all {:?}", t.elapsed());
    }
}
