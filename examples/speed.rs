//! Times what a plan costs, part by part.
use std::time::Instant;
use whyreplace::Comparison;
use whyreplace::contract::Options;
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let t = Instant::now();
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    println!("serde {:?}", t.elapsed());
    drop(value);
    let copy = bytes.clone();
    let t = Instant::now();
    let c = Comparison::review(copy, None, Options::default());
    println!("review {:?}", t.elapsed());
    let n = c.report().resources.len() as u32;
    let t = Instant::now();
    for id in 0..n {
        c.affects(id);
    }
    println!("affects {:?}", t.elapsed());
    let t = Instant::now();
    for id in 0..n {
        c.detailed_diff(id);
    }
    println!("detailed_diff {:?}", t.elapsed());
    let t = Instant::now();
    for id in 0..n {
        c.proposed(id);
    }
    println!("proposed {:?}", t.elapsed());
    let t = Instant::now();
    for id in 0..n {
        c.groups(id);
    }
    println!("groups {:?}", t.elapsed());
    let t = Instant::now();
    for id in 0..n {
        c.findings(id);
    }
    println!("findings {:?}", t.elapsed());
    let t = Instant::now();
    c.diagnostics();
    println!("diagnostics {:?}", t.elapsed());
}
