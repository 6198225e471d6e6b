//! The catalogue: one row for each word, which feeds the reading of rules, the reference, the schema and
//! the pickers of the page.

use super::word::{Cost, Equality as E, Flag, Scope, Word};
use std::fmt::Write as _;

/// A row of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// The word.
    pub word: Word,
    /// As it is written.
    pub name: &'static str,
    /// What may stand in its brackets.
    pub takes: Takes,
    /// What a reader is told; nothing in the WebAssembly module, whose package has these texts as a file.
    pub about: Option<About>,
}

/// What a reader is told of a word.
#[derive(Debug)]
pub struct About {
    /// What it means.
    pub meaning: &'static str,
    /// When it is safe.
    pub safe: &'static str,
    /// When it is not.
    pub unsafe_when: &'static str,
    /// Whose definition it is; empty where it is our own.
    pub source: &'static str,
    /// Examples, for equality words.
    pub example: Option<Example>,
}

/// What an equality word says of values. They are JSON; an empty text is a missing value.
#[derive(Debug)]
pub struct Example {
    /// The word as it is written in them.
    pub written: &'static str,
    /// Two values that it calls equal.
    pub equal: (&'static str, &'static str),
    /// Two values that it does not.
    pub different: (&'static str, &'static str),
}

/// What may stand in the brackets of a word.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// No brackets.
    Nothing,
    /// A text that says why, some of these words, both or nothing.
    Reason(&'static [&'static str]),
    /// One JSON scalar.
    Value,
    /// JSON scalars, or nothing.
    AnyValues,
    /// Two or more JSON scalars.
    Values,
    /// Texts.
    Texts,
    /// Names of members.
    Names,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of these words, or nothing.
    AtMostOneOf(&'static [&'static str]),
}

impl Takes {
    /// Whether the word can be written without brackets.
    pub fn may_be_nothing(self) -> bool {
        matches!(self, Takes::Nothing | Takes::Reason(_) | Takes::AnyValues | Takes::AtMostOneOf(_))
    }

    /// The same in words; empty for no brackets.
    pub fn described(self) -> String {
        let choice = |choices: &[&str]| {
            choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(" or ")
        };
        match self {
            Takes::Nothing => String::new(),
            Takes::Reason([]) => "a reason in double quotes, or nothing".to_owned(),
            Takes::Reason(choices) => format!("{}, a reason in double quotes, or nothing", choice(choices)),
            Takes::Value => "a value".to_owned(),
            Takes::AnyValues => "values, or nothing".to_owned(),
            Takes::Values => "two or more values".to_owned(),
            Takes::Texts => "names in double quotes, in which `*` stands for any characters".to_owned(),
            Takes::Names => "names of members".to_owned(),
            Takes::OneOf(choices) => choice(choices),
            Takes::AtMostOneOf(choices) => {
                let mut described = choice(choices);
                let _ = described.write_str(", or nothing");
                described
            }
        }
    }
}

const fn entry(word: Word, name: &'static str, takes: Takes, about: About) -> Entry {
    let about = if cfg!(target_family = "wasm") { None } else { Some(about) };
    Entry { word, name, takes, about }
}

const fn other(
    word: Word,
    name: &'static str,
    takes: Takes,
    [meaning, safe, unsafe_when]: [&'static str; 3],
) -> Entry {
    entry(word, name, takes, About { meaning, safe, unsafe_when, source: "", example: None })
}

const fn cost(cost: Cost, name: &'static str, takes: Takes, sentences: [&'static str; 3]) -> Entry {
    other(Word::Cost(cost), name, takes, sentences)
}

/// Of a rule that a tool made, which gives way to one that a person wrote.
const GENERATED: &[&str] = &["generated"];

/// A cost that only a change by the program has, beside a remote side.
const LOCAL: Takes = Takes::Reason(&["local", "generated"]);

const fn scope(scope: Scope, name: &'static str, takes: Takes, sentences: [&'static str; 3]) -> Entry {
    other(Word::Scope(scope), name, takes, sentences)
}

const fn flag(flag: Flag, name: &'static str, sentences: [&'static str; 3]) -> Entry {
    other(Word::Flag(flag), name, Takes::Nothing, sentences)
}

type Values = (&'static str, &'static str);

const fn equality(
    word: E,
    (name, takes, written): (&'static str, Takes, &'static str),
    [meaning, safe, unsafe_when, source]: [&'static str; 4],
    [equal, different]: [Values; 2],
) -> Entry {
    let example = Some(Example { written, equal, different });
    entry(Word::Equality(word), name, takes, About { meaning, safe, unsafe_when, source, example })
}

/// A word that takes nothing.
const fn plain(name: &'static str) -> (&'static str, Takes, &'static str) {
    (name, Takes::Nothing, name)
}

/// Every word, in the order in which pickers show them.
#[rustfmt::skip]
pub const CATALOGUE: &[Entry] = &[
    cost(Cost::Mutable, "mutable", Takes::Nothing, [
        "A change is an update in place; this is the default.",
        "The service changes the property of the live resource.",
        "The service refuses the change, and the update fails halfway.",
    ]),
    cost(Cost::ChangesId, "changes-id", LOCAL, [
        "A change is an update in place after which the resource has another id.",
        "The service renames the live resource, and its id is or holds the name.",
        "The service makes a new resource under the new name: that is a replacement.",
    ]),
    cost(Cost::IncreaseOnly, "increase-only", Takes::Nothing, [
        "A larger number is an update in place, a smaller one replaces the resource.",
        "The service can grow the property online and never shrinks it, as with partitions or disks.",
        "The value is no number: then every change is a replacement, and a diagnostic says so.",
    ]),
    cost(Cost::DecreaseOnly, "decrease-only", Takes::Nothing, [
        "A smaller number is an update in place, a larger one replaces the resource.",
        "The service can lower the property online and never raises it.",
        "The value is no number: then every change is a replacement, and a diagnostic says so.",
    ]),
    cost(Cost::Immutable, "immutable", LOCAL, [
        "A change replaces the resource.",
        "The service fixes the property at creation.",
        "The service could change it in place: a replacement would destroy data for nothing.",
    ]),
    scope(Scope::Computed, "computed", Takes::Nothing, [
        "The service sets it: ignored when the program does not.",
        "The program never sets the property, or means the value that it sets.",
        "Leaving it out is meant to clear it: then the removal would go unnoticed.",
    ]),
    scope(Scope::WriteOnly, "write-only", Takes::Nothing, [
        "The service never returns it: ignored when the old side lacks it.",
        "The service keeps the value to itself, as with initial passwords and creation parameters.",
        "The property is new in the program: then setting it for the first time would go unnoticed.",
    ]),
    scope(Scope::BackendDefault, "backend-default", Takes::AnyValues, [
        "Ignored when the program does not set it and the service shows a value, or one of the values in the brackets.",
        "The service fills in a default that never costs anything to keep.",
        "Someone set the value by hand and the program means to take it back.",
    ]),
    scope(Scope::Ignore, "ignore", Takes::Reason(&[]), [
        "Never counts, whatever changes.",
        "The property means nothing for the resource, as with records that the tool keeps for itself.",
        "A real change of it would matter to anyone.",
    ]),
    scope(Scope::IgnoreLocal, "ignore-local", Takes::Reason(GENERATED), [
        "What the program changes does not count.",
        "The service takes the property at creation only and silently keeps its own afterwards.",
        "The program's value is meant to reach the service.",
    ]),
    scope(Scope::IgnoreRemote, "ignore-remote", Takes::Reason(GENERATED), [
        "What the service changes does not count.",
        "The service rewrites the property on its own, as with counters, timestamps and normalised texts.",
        "Drift of the property should be seen and put right.",
    ]),
    scope(Scope::AllowExtra, "allow-extra", Takes::Nothing, [
        "Keys that only the old side has are not counted, here and in the maps below.",
        "The service adds keys of its own to the map, and the program never removes one.",
        "The program removes a key: then the removal would go unnoticed.",
    ]),
    scope(Scope::IgnoreKeys, "ignore-keys", Takes::Texts, [
        "Keys with these names that only the old side has are not counted.",
        "Only the service writes keys with these names, as with system tags.",
        "The program sets such keys too, and removes one.",
    ]),
    scope(Scope::Secret, "secret", Takes::Nothing, [
        "Masked wherever it is shown; compared as any other value.",
        "Always: nothing is shown that would be hidden without it.",
        "Whoever reviews the change must see the value: it can be revealed for one report.",
    ]),
    scope(Scope::Hashed, "hashed", Takes::Nothing, [
        "A text that one side keeps as its SHA-256 hash: compared as the hash, and shown as the hash.",
        "The tool stores only `sha256:` and the hash of a long text.",
        "The hash was made of something else than the text's bytes: then every comparison says changed.",
    ]),
    scope(Scope::Asset, "asset", Takes::Nothing, [
        "An object with a content hash is compared by that hash only.",
        "The hash covers all of the content, as with files and archives.",
        "The path or the name in it matters too.",
    ]),
    flag(Flag::Unique, "unique", [
        "If it forces a replacement, the old resource is deleted before the new one is made.",
        "The service refuses a second resource with the same value, as with a name unique in the account.",
        "Both could exist side by side: deleting first is an outage for nothing.",
    ]),
    flag(Flag::Stable, "stable", [
        "Its value is known during preview although an update is pending.",
        "No update ever changes the property.",
        "An update may move it: then whatever uses it is planned with a stale value.",
    ]),
    equality(E::Integer, plain("integer"), [
        "A whole number is the same as a number and as a text.",
        "The property is a count, a size or a duration, and the service returns it as a text.",
        "The text is an identifier that only looks like a number; one with a leading zero is never converted.",
        "RFC 8259, number grammar",
    ], [("\"604800000\"", "604800000"), ("\"007\"", "7")]),
    equality(E::Number, plain("number"), [
        "A number is the same as a number and as a text, in every spelling.",
        "The property is a quantity, a price or a ratio.",
        "The text is a version, where 1.10 and 1.1 are two, or an identifier.",
        "RFC 8259, number grammar",
    ], [("\"1.50\"", "1.5"), ("\"1_000\"", "1000")]),
    equality(E::Boolean, ("boolean", Takes::AtMostOneOf(&["01"]), "boolean"), [
        "true and false are the same as booleans and as texts; with `01`, 1 and 0 too.",
        "The property is a switch that one side keeps as a text.",
        "The text is free: \"true\" may be a word there.",
        "go-cty, convert",
    ], [("\"true\"", "true"), ("\"True\"", "true")]),
    equality(E::String, plain("string"), [
        "A number or a boolean is the same as the text that it is written as.",
        "The service keeps every value of the map as text, as with tags, labels and environments.",
        "The service tells the number 1 from the text \"1\".",
        "go-cty, convert",
    ], [("8080", "\"8080\""), ("\"08080\"", "8080")]),
    equality(E::Float64, plain("float64"), [
        "Numbers that round to one double are the same.",
        "A tool on the way read the number as a double, and the lost digits mean nothing.",
        "The number is an identifier or an amount: two of them may be one double.",
        "IEEE 754, binary64",
    ], [("9007199254740993", "9007199254740992"), ("9007199254740992", "9007199254740994")]),
    equality(E::Float32, plain("float32"), [
        "Numbers that round to one single-precision float are the same.",
        "The service keeps the property as a single-precision float.",
        "More than seven digits matter.",
        "IEEE 754, binary32",
    ], [("0.1", "0.10000000149011612"), ("0.1", "0.11")]),
    equality(E::Default, ("default", Takes::Value, "default(30)"), [
        "A missing or null value is the one in the brackets; after `empty-is-missing`, so is an empty one.",
        "The service documents this default and never changes it.",
        "Leaving it out means \"keep what is there\", or the default differs between versions.",
        "",
    ], [("", "30"), ("", "60")]),
    equality(E::NullIsMissing, plain("null-is-missing"), [
        "Null is the same as a missing value.",
        "The tool writes null for what is not set.",
        "The service clears the property on null and keeps it when it is missing.",
        "",
    ], [("null", ""), ("null", "\"\"")]),
    equality(E::EmptyIsMissing, plain("empty-is-missing"), [
        "Null, \"\", [] and {} are each the same as a missing value.",
        "The service does not tell nothing from empty.",
        "An empty value clears the property and a missing one keeps it.",
        "Terraform plugin SDK, normalizeNullValues",
    ], [("\"\"", ""), ("[]", "{}")]),
    equality(E::DefaultBlock, plain("default-block"), [
        "A block in which nothing is set is the same as no block.",
        "The service returns a block of zero values for one that was never configured.",
        "The block's mere presence switches something on.",
        "Terraform provider for Google Cloud, EmptyOrUnsetBlockDiffSuppress",
    ], [("[{\"enabled\":false,\"name\":\"\"}]", "[]"), ("[{\"enabled\":true}]", "[]")]),
    equality(E::Set, plain("set"), [
        "The order of the list does not matter; how often each element is in it does.",
        "The service keeps a set, or documents that order has no meaning.",
        "Position means something, as with commands, priorities and first-match rules.",
        "Terraform plugin SDK, TypeSet",
    ], [("[\"a\",\"b\"]", "[\"b\",\"a\"]"), ("[\"a\",\"a\",\"b\"]", "[\"a\",\"b\",\"b\"]")]),
    equality(E::Keyed, ("keyed", Takes::Names, "keyed(name)"), [
        "Elements of the list belong together by the members in the brackets, whatever their order.",
        "The service identifies elements by these members and documents that order has no meaning.",
        "Two elements may have the same key: then the list is compared by position, and a diagnostic says so.",
        "Databricks bundles, keyed slices",
    ], [("[{\"name\":\"a\"},{\"name\":\"b\"}]", "[{\"name\":\"b\"},{\"name\":\"a\"}]"),
        ("[{\"name\":\"a\",\"port\":1}]", "[{\"name\":\"a\",\"port\":2}]")]),
    equality(E::OneOrMany, plain("one-or-many"), [
        "A value is the same as a list of it alone.",
        "The service accepts both, as IAM policies do, or the tool flattens lists of at most one block.",
        "A list of one and a single value mean different things.",
        "AWS IAM, grammar of the policy language",
    ], [("\"a\"", "[\"a\"]"), ("\"a\"", "[\"a\",\"a\"]")]),
    equality(E::CaseInsensitive, ("case-insensitive", Takes::Reason(&[]), "case-insensitive"), [
        "Texts that differ only in letter case are the same.",
        "The service folds case, as with many enumerations, host names and Azure resource ids.",
        "The value is a password, a hash, a path or a name that keeps its case.",
        "Go, strings.EqualFold",
    ], [("\"DELETE\"", "\"delete\""), ("\"delete\"", "\"deleted\"")]),
    equality(E::KeysCaseInsensitive, plain("keys-case-insensitive"), [
        "Keys of the map that differ only in letter case are the same key.",
        "The service folds the case of keys, as Azure does with tags.",
        "Two keys of the map differ only in case: those are told apart.",
        "Go, strings.EqualFold",
    ], [("{\"Env\":\"prod\"}", "{\"ENV\":\"prod\"}"), ("{\"Env\":\"prod\"}", "{\"Env\":\"Prod\"}")]),
    equality(E::IgnoreSpaces, plain("ignore-spaces"), [
        "Texts that differ only in spaces are the same.",
        "The service strips spaces from the value, as Azure does with locations.",
        "Spaces separate words that would run together.",
        "go-azure-helpers, location.Normalize",
    ], [("\"West Europe\"", "\"WestEurope\""), ("\"West Europe\"", "\"West\\tEurope\"")]),
    equality(E::SpaceIsUnderscore, plain("space-is-underscore"), [
        "A space is the same as an underscore.",
        "The service writes one for the other, as with enumerations of several words.",
        "Both characters occur in different values.",
        "",
    ], [("\"NO ACTION\"", "\"NO_ACTION\""), ("\"NO ACTION\"", "\"NOACTION\"")]),
    equality(E::CollapseSpaces, plain("collapse-spaces"), [
        "Runs of blanks are one space.",
        "The value is a list of words or an expression in which blanks only separate.",
        "The text is code, YAML, SQL with literals, or a password.",
        "",
    ], [("\"0  5 * * *\"", "\"0 5 * * *\""), ("\"a b\"", "\"ab\"")]),
    equality(E::Trim, plain("trim"), [
        "Blanks at both ends do not matter.",
        "The service trims the value.",
        "The value is a secret or a key, or is joined with another text.",
        "Go, strings.TrimSpace",
    ], [("\" abc\\n\"", "\"abc\""), ("\"a bc\"", "\"abc\"")]),
    equality(E::TrimEnd, plain("trim-end"), [
        "Blanks at the end do not matter.",
        "The service or an editor trims the end of the value.",
        "The value is a secret or a key, or is joined with another text.",
        "Go, strings.TrimSpace",
    ], [("\"abc \\n\"", "\"abc\""), ("\" abc\"", "\"abc\"")]),
    equality(E::LineEndings, plain("line-endings"), [
        "All line ends are the same, a missing one at the end is supplied, and a mark of the encoding at the start is dropped.",
        "The value is a text file: a script, a policy, a template.",
        "The service runs or hashes the bytes as they are.",
        "",
    ], [("\"a\\r\\nb\"", "\"a\\nb\\n\""), ("\"a\\n\\nb\"", "\"a\\nb\"")]),
    equality(E::TrailingSlash, ("trailing-slash", Takes::Reason(&["all"]), "trailing-slash"), [
        "One slash at the end does not matter; with `all`, none there do.",
        "The value is a URL or a directory, and the service adds or drops the slash.",
        "The value is a prefix of object names, where `a` and `a/` are two.",
        "Terraform provider for Google Cloud, LastSlashDiffSuppress",
    ], [("\"https://example.com/a/\"", "\"https://example.com/a\""), ("\"a//\"", "\"a\"")]),
    equality(E::TrailingDot, plain("trailing-dot"), [
        "One dot at the end does not matter.",
        "The value is an absolute domain name.",
        "A name without the dot is taken as relative to a zone.",
        "RFC 1034, section 3.1",
    ], [("\"example.com.\"", "\"example.com\""), ("\"example.com..\"", "\"example.com\"")]),
    equality(E::Nfc, plain("nfc"), [
        "Texts that are one in Unicode's composed form are the same.",
        "The value is a name that people type, and one side composes its accents.",
        "The value is a file name or a secret that is compared by bytes.",
        "Unicode, UAX 15",
    ], [("\"caf\\u00e9\"", "\"cafe\\u0301\""), ("\"\\ufb01\"", "\"fi\"")]),
    equality(E::Json, plain("json"), [
        "A text is the JSON document in it: order of keys, blanks and escapes do not matter.",
        "The service reads the text as JSON.",
        "The service keeps, signs or hashes the text as it is.",
        "RFC 8259",
    ], [("\"{\\\"a\\\":1,\\\"b\\\":2}\"", "\"{ \\\"b\\\": 2, \\\"a\\\": 1.0 }\""),
        ("\"{\\\"a\\\":[1,2]}\"", "\"{\\\"a\\\":[2,1]}\"")]),
    equality(E::Duration, ("duration", Takes::AtMostOneOf(&["days", "unit=ms", "unit=s", "unit=m", "unit=h", "unit=d"]), "duration"), [
        "Spans of time in Go's notation are the same in all units; with `unit=s` a bare number is in seconds, with `days` there is a unit `d`.",
        "The service parses the text as a duration and prints it in units of its own choice.",
        "The unit of a bare number is not the one in the brackets, or a day is not always 24 hours there.",
        "Go, time.ParseDuration",
    ], [("\"1h0m0s\"", "\"60m\""), ("\"90s\"", "\"90\"")]),
    equality(E::Iso8601Duration, plain("iso8601-duration"), [
        "Spans of time in the notation of ISO 8601 are the same in all units; months, days and hours stay apart.",
        "The service parses the text as a duration and prints it in units of its own choice.",
        "The service keeps the text, or tells a week from seven days.",
        "ISO 8601-1, durations",
    ], [("\"PT90M\"", "\"PT1H30M\""), ("\"P1D\"", "\"PT24H\"")]),
    equality(E::Timestamp, ("timestamp", Takes::AtMostOneOf(&["minute"]), "timestamp"), [
        "Times with an offset are the same if they are one moment; with `minute`, if they are in one minute.",
        "The service stores the moment and returns it in universal time.",
        "The offset means something, as with schedules that follow the local clock.",
        "RFC 3339",
    ], [("\"2024-01-02T03:04:05Z\"", "\"2024-01-02T05:04:05.0+02:00\""),
        ("\"2024-01-02T03:04:05\"", "\"2024-01-02T03:04:05Z\"")]),
    equality(E::TimeOfDay, plain("time-of-day"), [
        "Times of the day and windows between them are the same with and without a zero before the hour, whatever the case of weekdays.",
        "The service keeps a daily or weekly window and pads it.",
        "The text is a span of hours and minutes, or follows a clock of twelve hours.",
        "Terraform provider for Google Cloud, HourlyFormatSuppressDiff",
    ], [("\"Sun:3:00-Sun:4:00\"", "\"sun:03:00-sun:04:00\""), ("\"1:00\"", "\"13:00\"")]),
    equality(E::Quantity, plain("quantity"), [
        "Quantities in Kubernetes' notation are the same in all units; a number is the same as its text.",
        "The service reads a Kubernetes quantity, as with requests and limits.",
        "The service has other suffixes: here `m` is a thousandth, `M` a million, and `K` nothing at all.",
        "Kubernetes, apimachinery, resource.Quantity",
    ], [("\"0.5\"", "\"500m\""), ("\"1G\"", "\"1Gi\"")]),
    equality(E::ByteSize, plain("byte-size"), [
        "Sizes in bytes are the same in all units: `K` and `KiB` are 1024, `KB` is 1000; a bare number is in bytes.",
        "The service documents these units, as hypervisors do for disks.",
        "The service takes `GB` for 1024 MB, or a bare number for something else than bytes.",
        "IEC 80000-13",
    ], [("\"1T\"", "\"1024G\""), ("\"1GB\"", "\"1GiB\"")]),
    equality(E::SizeUnit, ("size-unit", Takes::OneOf(&["ecs-cpu", "ecs-memory"]), "size-unit(ecs-cpu)"), [
        "Sizes of containers are the same in big and small units: one vCPU is 1024 CPU units, one GB is 1024 MiB.",
        "The property is the CPU or the memory of an ECS task or an App Runner service.",
        "The property belongs to another service, where the same unit counts differently.",
        "Amazon ECS, task size",
    ], [("\"0.25 vCPU\"", "\"256\""), ("\"1 vCPU\"", "\"1\"")]),
    equality(E::Ip, ("ip", Takes::AtMostOneOf(&["mapped"]), "ip"), [
        "Addresses are the same in every spelling; with `mapped`, an IPv4 address is the same in its IPv6 spelling.",
        "The service parses the address and prints it in its own way.",
        "The text is a pattern or a name that only looks like an address.",
        "RFC 5952",
    ], [("\"2001:DB8:0:0:0:0:0:1\"", "\"2001:db8::1\""), ("\"10.0.0.010\"", "\"10.0.0.10\"")]),
    equality(E::Cidr, ("cidr", Takes::AtMostOneOf(&["mask", "host"]), "cidr"), [
        "Networks are the same in every spelling of the address; with `mask` the bits of the host do not matter, with `host` an address alone is the network of it.",
        "The service parses the network; it clears the host's bits or takes single addresses only if the brackets say so.",
        "The address is that of an interface, and `mask` would hide its change.",
        "RFC 4632 and RFC 4291, section 2.3",
    ], [("\"2001:DB8:0::/32\"", "\"2001:db8::/32\""), ("\"10.0.0.1/24\"", "\"10.0.0.0/24\"")]),
    equality(E::Range, plain("range"), [
        "A range from a number or address to itself is that number or address.",
        "The service takes single ports or addresses and returns ranges, or the other way round.",
        "The text is a name with a dash in it.",
        "Terraform provider for Google Cloud, PortRangeDiffSuppress",
    ], [("\"80-80\"", "\"80\""), ("\"80-81\"", "\"80\"")]),
    equality(E::Mac, plain("mac"), [
        "Hardware addresses are the same in either case, between colons, dashes or dots, or without them.",
        "The service parses the address and prints it in its own way.",
        "The text is an identifier of twelve hexadecimal digits.",
        "IEEE 802, EUI-48",
    ], [("\"00-1A-2B-3C-4D-5E\"", "\"001a.2b3c.4d5e\""), ("\"0:1a:2b:3c:4d:5e\"", "\"00:1a:2b:3c:4d:5e\"")]),
    equality(E::Url, ("url", Takes::AtMostOneOf(&["https"]), "url"), [
        "URLs are the same whatever the case of scheme and host, with the usual port or none, and with `/` or no path; with `https`, a text without a scheme has that one.",
        "The service parses the URL and prints it in its own way.",
        "The service compares the bytes, as with issuers of tokens and callback addresses, or the part before the path is no host.",
        "RFC 3986, section 6.2",
    ], [("\"HTTPS://Example.com:443\"", "\"https://example.com/\""), ("\"https://example.com/A\"", "\"https://example.com/a\"")]),
    equality(E::DnsName, plain("dns-name"), [
        "Domain names are the same in either case, with one dot at the end or none.",
        "The value is a full domain name.",
        "A name without the dot is taken as relative to a zone.",
        "RFC 4343",
    ], [("\"Example.COM.\"", "\"example.com\""), ("\"www\"", "\"www.example.com\"")]),
    equality(E::DnsTxt, plain("dns-txt"), [
        "The text of a TXT record is the same bare, in quotes, and in several quoted chunks.",
        "The service splits long texts into chunks and quotes them.",
        "The record is of another type, or the quotes are part of its text.",
        "RFC 1035, section 5.1",
    ], [("\"\\\"abc\\\" \\\"def\\\"\"", "\"abcdef\""), ("\"\\\"abc\\\" \\\"def\\\"\"", "\"abc def\"")]),
    equality(E::Email, ("email", Takes::AtMostOneOf(&["local"]), "email"), [
        "Addresses are the same whatever the case of the domain; with `local`, of the part before it too.",
        "The service folds the domain, or with `local` the whole address, as most sign-in services do.",
        "The part before the domain keeps its case there, and two mailboxes may differ in it alone.",
        "RFC 5321, section 2.4",
    ], [("\"Jane@Example.COM\"", "\"Jane@example.com\""), ("\"Jane@example.com\"", "\"jane@example.com\"")]),
    equality(E::Yaml, plain("yaml"), [
        "A text is the YAML document in it: order of keys, comments, quotes and indentation do not matter.",
        "The service reads the text as YAML, as with manifests, values and pipelines.",
        "The service keeps comments, or an old reader takes `yes` for true and 0644 for octal.",
        "YAML 1.2, core schema",
    ], [("\"a: 1\\nb: [x, 'y']\\n\"", "\"b:\\n- x\\n- y\\na: 1.0 # one\\n\""), ("\"a: 1\"", "\"a: '1'\"")]),
    equality(E::Xml, plain("xml"), [
        "Blanks between tags, the order of attributes, quotes and references in an XML text do not matter.",
        "The service reads the text as XML, as with API policies and job configurations.",
        "The service keeps or signs the text as it is, or blanks between tags mean something to it.",
        "XML 1.0",
    ], [("\"<a p='1' q='2'><b/></a>\"", "\"<a q=\\\"2\\\" p=\\\"1\\\">\\n  <b></b>\\n</a>\""),
        ("\"<a>x y</a>\"", "\"<a>xy</a>\"")]),
    equality(E::Base64, plain("base64"), [
        "Line breaks, padding and alphabet of base64 do not matter; words that follow read the decoded text.",
        "The service decodes the text.",
        "The service keeps the text as it is, or the value is no base64 and only looks like it.",
        "RFC 4648",
    ], [("\"+/+/QQ==\"", "\"-_-_QQ\""), ("\"YWJj\"", "\"YWJk\"")]),
    equality(E::UrlEncoded, plain("url-encoded"), [
        "Spelling of percent-encoding does not matter; words that follow read the decoded text.",
        "The service keeps the whole value percent-encoded, as AWS does with some policies.",
        "The value is a URL, in which an escaped slash and a slash are two.",
        "RFC 3986, section 2.1",
    ], [("\"a%2fb c\"", "\"a%2Fb%20c\""), ("\"a+b\"", "\"a%20b\"")]),
    equality(E::Pem, plain("pem"), [
        "Line breaks and blanks in PEM blocks do not matter; their order and number do.",
        "The value is a certificate, a chain or a key.",
        "The service compares or hashes the text as it is.",
        "RFC 7468",
    ], [("\"-----BEGIN X-----\\nQUJD\\nREVG\\n-----END X-----\"", "\"-----BEGIN X-----\\r\\nQUJDREVG\\r\\n-----END X-----\\r\\n\""),
        ("\"-----BEGIN X-----\\nQUJD\\n-----END X-----\"", "\"-----BEGIN X-----\\nQUJE\\n-----END X-----\"")]),
    equality(E::SshKey, ("ssh-key", Takes::AtMostOneOf(&["ignore-comment"]), "ssh-key"), [
        "Line breaks and blanks in an SSH public key do not matter; with `ignore-comment`, nor does its comment.",
        "The value is one public key.",
        "The comment says who may log in, and is ignored here.",
        "RFC 4253, section 6.6",
    ], [("\"ssh-rsa AAAA\\nBBBB me\"", "\"ssh-rsa AAAABBBB  me\\n\""), ("\"ssh-rsa AAAA me\"", "\"ssh-rsa AAAA\"")]),
    equality(E::Base64OrPlain, plain("base64-or-plain"), [
        "A text is the same as its base64.",
        "The service takes both and returns one of them, as with scripts for new machines.",
        "The value may be base64 of its own right: then a text that was encoded twice goes unnoticed.",
        "RFC 4648",
    ], [("\"test\"", "\"dGVzdA==\""), ("\"abcd\"", "\"YWJj\"")]),
    equality(E::HashOf, ("hash-of", Takes::OneOf(&["sha1", "sha256"]), "hash-of(sha256)"), [
        "A text is the same as its hash, in hexadecimal digits or base64; two hashes are two.",
        "The service returns the hash of a text in place of the text.",
        "The hash was made of something else than the text's bytes: then every comparison says changed.",
        "FIPS 180-4",
    ], [("\"abc\"", "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""),
        ("\"abd\"", "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"")]),
    equality(E::Alias, ("alias", Takes::Values, "alias(\"SINGLE_USER\", \"DEDICATED\")"), [
        "The values in the brackets are names of one thing.",
        "The service documents them as synonyms.",
        "Only a lookup can tell, as with the alias of a key that may point elsewhere tomorrow.",
        "",
    ], [("\"SINGLE_USER\"", "\"DEDICATED\""), ("\"SINGLE_USER\"", "\"SHARED\"")]),
    equality(E::Ref, plain("ref"), [
        "An object with an id is the same as the id itself.",
        "The service takes a reference either way and looks at the id only.",
        "Other members of the object mean something of their own.",
        "",
    ], [("{\"id\":\"n-1\",\"name\":\"net\"}", "\"n-1\""), ("{\"id\":\"n-1\"}", "{\"id\":\"n-2\"}")]),
    equality(E::AzureLocation, plain("azure-location"), [
        "The display name of an Azure region is the same as its name: letter case and spaces do not matter.",
        "The value is an Azure location.",
        "The value is any other text.",
        "go-azure-helpers, location.Normalize",
    ], [("\"West Europe\"", "\"westeurope\""), ("\"West US\"", "\"West US 2\"")]),
    equality(E::ImageRef, plain("image-ref"), [
        "A container image is the same with its default registry, namespace and tag written out; beside a digest the tag does not matter.",
        "The value names an image that Docker or Kubernetes pulls.",
        "The tool reads short names as another registry's, or a tag is kept beside a digest on purpose.",
        "Distribution, reference.ParseNormalizedNamed",
    ], [("\"nginx\"", "\"docker.io/library/nginx:latest\""), ("\"nginx\"", "\"ghcr.io/library/nginx\"")]),
    equality(E::Uuid, plain("uuid"), [
        "Letter case, hyphens and braces of a UUID do not matter.",
        "The value is a UUID.",
        "The service keeps 32 hexadecimal digits that are no UUID, as with keys and hashes in another case.",
        "RFC 9562, section 4",
    ], [("\"{6F9619FF-8B86-D011-B42D-00CF4FC964FF}\"", "\"6f9619ff8b86d011b42d00cf4fc964ff\""),
        ("\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\"", "\"6f9619ff-8b86-d011-b42d-00cf4fc964fe\"")]),
    equality(E::Semver, plain("semver"), [
        "Versions are the same without the `v`, without zeros that are left out, and whatever their build metadata.",
        "The value is a semantic version.",
        "The version stands for a range, where 1.2 means the newest 1.2, or for a tag in a repository.",
        "Semantic Versioning 2.0.0",
    ], [("\"v1.2\"", "\"1.2.0+build.7\""), ("\"1.2.3-rc1\"", "\"1.2.3\"")]),
    equality(E::EnumAlias, ("enum-alias", Takes::OneOf(&["ip-protocol", "bigquery-type"]), "enum-alias(ip-protocol)"), [
        "Well-known names of one thing are the same, whatever their letter case: tcp and 6, or INTEGER and INT64.",
        "The value is an IP protocol, or the type of a BigQuery column.",
        "The service refuses one of the names.",
        "IANA, protocol numbers; Google Cloud, BigQuery data types",
    ], [("\"tcp\"", "\"6\""), ("\"tcp\"", "\"17\"")]),
    equality(E::SqlIdentifier, ("sql-identifier", Takes::AtMostOneOf(&["upper"]), "sql-identifier(upper)"), [
        "Quotes that an identifier does not need do not matter; with `upper`, unquoted parts are read in upper case.",
        "The value names an object in a database; with `upper`, in one that folds names as Snowflake does.",
        "The database folds names to lower case, or the value is SQL code.",
        "Snowflake, identifier requirements",
    ], [("\"\\\"DB\\\".\\\"T\\\"\"", "\"db.t\""), ("\"\\\"db\\\"\"", "\"db\"")]),
    equality(E::Principal, plain("principal"), [
        "The id of an AWS account is the same as the ARN of its root user.",
        "The value is a principal in a policy of AWS, where the service writes the one as the other.",
        "The value is an account id that has nothing to do with a principal.",
        "AWS IAM, elements of the policy language",
    ], [("\"123456789012\"", "\"arn:aws:iam::123456789012:root\""),
        ("\"123456789012\"", "\"arn:aws:iam::123456789012:user/root\"")]),
    equality(E::ArnId, plain("arn-id"), [
        "An ARN is the same as the resource in it, or as the id or name at its end.",
        "The property always names one kind of resource in the same account and region.",
        "A resource of that name exists in another account or region too, or the id is an alias.",
        "AWS, format of ARNs",
    ], [("\"arn:aws:kms:eu-west-1:111122223333:key/mrk-1234\"", "\"mrk-1234\""),
        ("\"arn:aws:kms:eu-west-1:111122223333:key/mrk-1234\"", "\"1234\"")]),
    equality(E::PathSuffix, plain("path-suffix"), [
        "A path or link is the same as the segments at its end.",
        "The service takes the short name and returns the long one, and there is only one thing of that name.",
        "Things of that name exist in several projects, regions or folders.",
        "",
    ], [("\"https://example.com/projects/demo/networks/default\"", "\"networks/default\""),
        ("\"projects/a/networks/default\"", "\"projects/b/networks/default\"")]),
    equality(E::GcpLink, plain("gcp-link"), [
        "A link to a resource in Google Cloud is the same whatever its host and API version, and the same as the segments at its end.",
        "The property names one kind of resource in the provider's project and region.",
        "A resource of that name exists in another project or region too.",
        "Google Cloud, resource names",
    ], [("\"https://www.googleapis.com/compute/v1/projects/p/global/networks/n\"",
         "\"https://www.googleapis.com/compute/beta/projects/p/global/networks/n\""),
        ("\"projects/p/global/networks/n\"", "\"projects/q/global/networks/n\"")]),
    equality(E::VersionPrefix, plain("version-prefix"), [
        "The new version is the same as the old one if it is its first components.",
        "The program asks for a major or minor version, and the service picks and upgrades the rest.",
        "The program means to go back to the oldest version of that line.",
        "AWS RDS, automatic minor version upgrades",
    ], [("\"8.0.35\"", "\"8.0\""), ("\"18.0.1\"", "\"1\"")]),
    equality(E::Autoname, plain("autoname"), [
        "Names are the same if only the seven random hexadecimal digits at their end differ.",
        "The tool made up both names, as for one program in two stacks.",
        "The digits are part of a chosen name, as with the hash of a commit.",
        "Pulumi, automatic names",
    ], [("\"logs-1a2b3c4\"", "\"logs-9f8e7d6\""), ("\"logs-1a2b3c4\"", "\"data-1a2b3c4\"")]),
    equality(E::IamPolicy, plain("iam-policy"), [
        "Policies of AWS IAM are the same whatever the order of statements, actions, resources and principals, and whether one value stands in a list.",
        "The value is a policy document of AWS, as text or as a value.",
        "A test or an audit needs the policy as it is written.",
        "AWS IAM, grammar of the policy language",
    ], [("\"{\\\"Statement\\\":[{\\\"Effect\\\":\\\"Allow\\\",\\\"Action\\\":[\\\"s3:Get*\\\"]}]}\"",
         "{\"Statement\":{\"Action\":\"s3:Get*\",\"Effect\":\"Allow\"}}"),
        ("{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"s3:Get*\"}}",
         "{\"Statement\":{\"Effect\":\"Deny\",\"Action\":\"s3:Get*\"}}")]),
    equality(E::GcpIam, plain("gcp-iam"), [
        "Policies of Google Cloud IAM are the same whatever the order of bindings and members and the letter case of e-mail addresses.",
        "The value is a policy, its bindings, a list of members or one member.",
        "Bindings are kept apart on purpose, as with conditions that are still to come.",
        "Google Cloud, IAM policies",
    ], [("[\"user:Jane@example.com\",\"allUsers\"]", "[\"allUsers\",\"user:jane@example.com\"]"),
        ("\"user:a@example.com\"", "\"group:a@example.com\"")]),
    equality(E::BigquerySchema, plain("bigquery-schema"), [
        "Schemas of BigQuery are the same whatever the order of columns and the spelling of types; NULLABLE and an empty description need not be written.",
        "The value is the schema of a table, as text or as a value.",
        "Whoever loads or selects data relies on the order of columns.",
        "Google Cloud, BigQuery table schemas",
    ], [("[{\"name\":\"a\",\"type\":\"INT64\"}]", "[{\"name\":\"a\",\"type\":\"INTEGER\",\"mode\":\"NULLABLE\"}]"),
        ("[{\"name\":\"a\",\"type\":\"STRING\"}]", "[{\"name\":\"a\",\"type\":\"STRING\",\"mode\":\"REQUIRED\"}]")]),
    equality(E::EcsContainers, plain("ecs-containers"), [
        "Container definitions of ECS are the same whatever the order of containers, variables and secrets, and without the defaults that the service writes.",
        "The value is the list of container definitions of a task, as text or as a value.",
        "A variable stands twice in a container, or another tool reads the definitions.",
        "AWS ECS, task definition parameters",
    ], [("[{\"name\":\"c\",\"cpu\":0,\"essential\":true}]", "[{\"name\":\"c\",\"environment\":[]}]"),
        ("[{\"name\":\"c\",\"command\":[\"a\",\"b\"]}]", "[{\"name\":\"c\",\"command\":[\"b\",\"a\"]}]")]),
];

impl Word {
    /// The word's row in the catalogue.
    pub fn entry(self) -> &'static Entry {
        // A test of the catalogue proves that every word has a row.
        CATALOGUE.iter().find(|entry| entry.word == self).unwrap_or(&CATALOGUE[0])
    }
}

/// The row of the word with this name.
pub(super) fn find(name: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.name == name)
}

/// The names in the catalogue that are most like a name that is not there: beginnings first, then typing errors.
pub(super) fn nearest(name: &str) -> Vec<&'static str> {
    let mut least = None;
    let mut names = Vec::new();
    for entry in CATALOGUE {
        let distance = (!entry.name.starts_with(name), edit_distance(entry.name, name));
        if least.is_none_or(|least| distance < least) {
            least = Some(distance);
            names.clear();
        }
        if least == Some(distance) {
            names.push(entry.name);
        }
    }
    names
}

/// How many characters must be put in, taken out or changed to turn one text into the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, to) in b.iter().enumerate() {
            let kept = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = kept.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Family;
    use crate::rules::Term;

    #[test]
    fn every_word_has_one_row_of_its_own() {
        for entry in CATALOGUE {
            assert_eq!(find(entry.name).unwrap().word, entry.word);
            assert_eq!(entry.word.entry().name, entry.name);
            let about = entry.about.as_ref().unwrap();
            assert_eq!(about.example.is_some(), entry.word.family() == Family::Equality, "{}", entry.name);
            for sentence in [about.meaning, about.safe, about.unsafe_when] {
                assert!(sentence.ends_with('.'), "{}: {sentence}", entry.name);
            }
            if let Some(example) = &about.example {
                assert_eq!(Term::parse(example.written).unwrap().word, entry.word);
            }
        }
    }

    #[test]
    fn names_the_nearest_word() {
        let table: [(&str, &[&str]); 5] = [
            ("imutable", &["mutable", "immutable"]),
            ("int", &["integer"]),
            ("Integer", &["integer"]),
            ("case_insensitive", &["case-insensitive"]),
            ("increaseonly", &["increase-only"]),
        ];
        for (typo, expected) in table {
            assert_eq!(nearest(typo), expected, "{typo}");
        }
    }
}
