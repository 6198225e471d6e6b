//! What one thing is called by `pulumi preview --json` and by the engine's events.

/// In the digest of a preview, and in events.
pub const NAMES: [(&str, &str); 7] = [
    ("oldState", "old"),
    ("newState", "new"),
    ("diffReasons", "diffs"),
    ("replaceReasons", "keys"),
    ("kind", "diffKind"),
    ("changeSummary", "summaryEvent.resourceChanges"),
    // Whole nanoseconds, and whole seconds rounded up.
    ("duration", "summaryEvent.durationSeconds"),
];
