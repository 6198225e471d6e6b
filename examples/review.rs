//! Reads plan files and prints a line for each resource that changes.
use whyreplace::Comparison;
use whyreplace::contract::Options;
fn main() {
    let verbose = std::env::var_os("V").is_some();
    let rules = std::env::var("RULES").ok().map(|file| std::fs::read(file).unwrap());
    for file in std::env::args().skip(1) {
        let comparison = Comparison::review(std::fs::read(&file).unwrap(), rules.clone(), Options::default());
        let report = comparison.report();
        let summary = &report.summary;
        println!(
            "{} {} {} stated {:?} decided {:?} spurious {} {} drift {} outputs {}",
            file.rsplit('/').next().unwrap(),
            report.format.as_str(),
            summary.resources,
            summary.stated.iter().map(|c| (c.action.as_str(), c.count)).collect::<Vec<_>>(),
            summary.decided.iter().map(|c| (c.action.as_str(), c.count)).collect::<Vec<_>>(),
            summary.spurious_replaces,
            summary.spurious_updates,
            report.drift.len(),
            report.outputs.len()
        );
        for diagnostic in comparison.diagnostics() {
            println!("   ! {} {} {:?}", diagnostic.code, diagnostic.message, diagnostic.notes);
        }
        if !verbose {
            continue;
        }
        for resource in report.resources.iter().chain(&report.drift).chain(&report.outputs) {
            let stated = resource.stated.as_ref().map(|s| (s.action.as_str(), s.reasons.clone()));
            println!(
                "  {} stated {:?} raw {} verdict {} (at least {}) {:?} {:?} caused by {:?} affects {}",
                resource.address,
                stated,
                resource.raw.action.as_str(),
                resource.verdict.action.as_str(),
                resource.verdict.at_least.as_str(),
                resource.verdict.replaces,
                resource.verdict.reasons,
                resource.caused_by,
                comparison.affects(resource.id).len()
            );
            for finding in comparison.findings(resource.id) {
                println!(
                    "      {} {} {}{}: {}",
                    finding.path,
                    finding.class.as_str(),
                    finding.cause.as_str(),
                    if finding.consequence { " consequence" } else { "" },
                    finding.message
                );
            }
        }
    }
}
