//! What is wrong with an input, as data: a closed list of codes, a sentence, and where it stands.

use crate::contract::Severity;

/// A stretch of a source's UTF-8 text, in bytes; the end is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// First byte after the stretch.
    pub end: u32,
}

/// One thing to say about an input. Messages name places and kinds, never a value: values may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which problem.
    pub code: Code,
    /// One sentence: what was found, what was expected, or what to do next.
    pub message: String,
    /// Where, in bytes of the decoded text.
    pub span: Option<Span>,
    /// Further sentences.
    pub notes: Vec<String>,
}

impl Problem {
    /// A problem without notes.
    pub fn new(code: Code, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Problem { code, message: message.into(), span: span.into(), notes: Vec::new() }
    }

    /// The same problem with one more note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

macro_rules! codes {
    ($( $(#[$doc:meta])+ $variant:ident $text:literal $severity:ident; )+) => {
        /// Every problem that whyreplace can report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $( $(#[$doc])+ $variant, )+ }

        impl Code {
            /// All codes, in the order of this file.
            pub const ALL: &[Code] = &[$( Code::$variant, )+];

            /// The code as it stands in a report.
            pub fn as_str(self) -> &'static str {
                match self { $( Code::$variant => $text, )+ }
            }

            /// How much the problem matters.
            pub fn severity(self) -> Severity {
                match self { $( Code::$variant => Severity::$severity, )+ }
            }
        }
    };
}

codes! {
    /// The text holds no value at all.
    Empty "empty" Error;
    /// The text is longer than the limit.
    TooLarge "too-large" Error;
    /// Containers inside one another beyond the limit.
    TooDeep "too-deep" Error;
    /// More values than memory can hold.
    OutOfMemory "out-of-memory" Error;
    /// The bytes are neither UTF-8 nor UTF-16.
    Encoding "encoding" Error;
    /// Something else was expected here.
    Unexpected "unexpected" Error;
    /// The text ends inside a value.
    UnexpectedEnd "unexpected-end" Error;
    /// A comma with nothing after it.
    TrailingComma "trailing-comma" Error;
    /// Text after the value.
    TrailingText "trailing-text" Error;
    /// A comment, which JSON does not have.
    Comment "comment" Error;
    /// A key or a text without double quotes.
    Quotes "quotes" Error;
    /// A number that JSON's grammar does not allow.
    NumberSyntax "number-syntax" Error;
    /// An escape that JSON does not have.
    Escape "escape" Error;
    /// A control character that must be written as an escape.
    ControlCharacter "control-character" Error;
    /// An escape for half a character.
    LoneSurrogate "lone-surrogate" Warning;
    /// A key that stands more than once in one object; the last one counts.
    DuplicateKey "duplicate-key" Warning;
    /// A property path that does not follow the grammar.
    PathSyntax "path-syntax" Error;
    /// A rule set, or a part of one, of another shape than rules have.
    RuleShape "rule-shape" Error;
    /// A word that the catalogue does not have.
    UnknownWord "unknown-word" Error;
    /// A word with arguments that it does not take.
    WordArgument "word-argument" Error;
    /// Two patterns of equal rank that disagree in one family.
    RuleConflict "rule-conflict" Error;
    /// A pattern that can match nothing at all.
    RuleNeverMatches "rule-never-matches" Error;
    /// `stable` on a property that the program sets.
    StableIsInput "stable-is-input" Warning;
    /// A word for a single value beside one for a list or map.
    WordForElements "word-for-elements" Warning;
    /// `unique` on a property that never replaces the resource.
    UniqueInVain "unique-in-vain" Warning;
    /// `hashed` on a property that is compared with what the service returns.
    HashedIsCompared "hashed-is-compared" Warning;
    /// A pattern that matches nothing in the input.
    RuleUnused "rule-unused" Note;
    /// The rule set speaks of one type only and no type was given.
    TypeAssumed "type-assumed" Note;
    /// The rule set has no rules for the type.
    TypeWithoutRules "type-without-rules" Warning;
    /// `increase-only` or `decrease-only` on something that is no number.
    NotANumber "not-a-number" Warning;
    /// The program sets a property that the service computes.
    ComputedIsSet "computed-is-set" Note;
    /// Two elements of a list that has `keyed` have one key.
    KeyNotUnique "key-not-unique" Warning;
    /// An embedded document in which a key stands more than once.
    EmbeddedDuplicateKey "embedded-duplicate-key" Warning;
    /// An embedded document whose aliases repeat it beyond measure.
    EmbeddedTooLarge "embedded-too-large" Warning;
    /// An embedded XML document that declares entities.
    EmbeddedEntities "embedded-entities" Warning;
    /// More elements than can be matched one to one.
    TooManyToMatch "too-many-to-match" Warning;
    /// A property that is declared stable, and changed.
    StableChanged "stable-changed" Warning;
    /// A provider's answer, or a part of it, of another shape than answers have.
    AnswerShape "answer-shape" Error;
    /// A provider's answer about a resource that is made or destroyed as a whole: nobody asks for one.
    AnswerUnused "answer-unused" Note;
    /// The answer says that nothing changes, and something does: the update is skipped.
    UpdateSkipped "update-skipped" Warning;
    /// `replaces` without `changes`.
    ReplacesInVain "replaces-in-vain" Warning;
    /// The engine does more than the values ask for.
    StatedIsMore "stated-is-more" Warning;
    /// The engine does less than the values ask for.
    StatedIsLess "stated-is-less" Warning;
    /// `replaces` names what the program does not set.
    ReplacesNoInput "replaces-no-input" Warning;
    /// `replaces` names what is the same on both sides.
    ReplacesUnchanged "replaces-unchanged" Warning;
    /// `deleteBeforeReplace` without a replacement.
    DeleteBeforeReplaceInVain "delete-before-replace-in-vain" Warning;
    /// A property of the state that may have another name now.
    StateRenamed "state-renamed" Note;
    /// A property that the state may not have known.
    StateMissing "state-missing" Note;
    /// A property that had another type when the state was written.
    StateRetyped "state-retyped" Note;
    /// A text that is no plan.
    PlanUnknown "plan-unknown" Error;
    /// A document that is known and holds too little.
    PlanOther "plan-other" Error;
    /// A part of a plan that cannot be read.
    PlanEntry "plan-entry" Error;
    /// A plan that says of itself that it is not whole.
    PlanIncomplete "plan-incomplete" Warning;
    /// A version of a plan that is not known.
    PlanVersion "plan-version" Warning;
    /// What stands around a plan.
    PlanAround "plan-around" Note;
    /// What was taken out of a text so that it could be read.
    PlanRepaired "plan-repaired" Note;
    /// A change in which no value differs.
    PlanNoDifference "plan-no-difference" Note;
    /// More than one plan in a text.
    PlanSeveral "plan-several" Note;
    /// Nothing of what changes would be sent.
    UpdateSendsNothing "update-sends-nothing" Warning;
    /// A text that is no rule file of any tool that can be read.
    RuleFileUnknown "rule-file-unknown" Error;
    /// A key of a rule file that is not known.
    RuleFileKey "rule-file-key" Warning;
    /// A part of a rule file that no rule of ours says, or not wholly.
    RuleFilePart "rule-file-part" Warning;
    /// Overrides without a remote side, which alone they are for.
    OverrideUnused "override-unused" Note;
    /// An override without a reason.
    OverrideReason "override-reason" Error;
    /// What an update returned is no object.
    OutsShape "outs-shape" Error;
    /// An update did not return a property: it is gone from the state.
    OutputLost "output-lost" Warning;
    /// An update returned another value than it was given: the next preview shows a difference.
    OutputDiffers "output-differs" Warning;
    /// A special value of Pulumi that is not what its signature says.
    MalformedValue "malformed-value" Warning;
    /// A path of `ignoreChanges` at which not everything can be reset.
    ResetInPart "reset-in-part" Warning;
    /// A dynamic provider compares with outputs, and the old inputs were given.
    OldsAreOutputs "olds-are-outputs" Note;
    /// Python has every number as a float.
    PythonFloat "python-float" Note;
    /// Python sees no null members.
    PythonNullDropped "python-null-dropped" Note;
    /// A part of a dynamic provider's answer that does not reach the engine.
    AnswerDropped "answer-dropped" Warning;
    /// A dynamic provider's code changed, and its answer keeps it out of the state.
    ProviderCodeStale "provider-code-stale" Warning;
    /// A dynamic provider's code is compared with the inputs.
    ProviderCodeCompared "provider-code-compared" Note;
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn every_code_has_a_text_of_its_own() {
        let mut texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), Code::ALL.len());
    }
}
