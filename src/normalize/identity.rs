//! The family of identity: many spellings of the name of one thing.

use super::{Lifted, numbers, text};
use crate::json::{Document, Kind, NodeId};
use crate::rules::{Equality, Term};
use crate::value::{self, Scalar};
use std::borrow::Cow;

/// The one spelling of a name by a word of this family. What is no such name as a whole stays as it is.
pub(super) fn named<'d>(word: Equality, term: &Term, value: Scalar<'d>) -> Scalar<'d> {
    let value = match value {
        // A protocol may be given by its number.
        Scalar::Number(_) if word == Equality::EnumAlias && term.has("ip-protocol") => numbers::string(value),
        _ => value,
    };
    let name = value.as_text().and_then(|text| match word {
        Equality::AzureLocation => Some(azure_location(text)),
        Equality::ImageRef => image_ref(text),
        Equality::Uuid => uuid(text),
        Equality::Semver => semver(text),
        Equality::EnumAlias if term.has("ip-protocol") => Some(first_alias(text, IP_PROTOCOLS)),
        Equality::EnumAlias => Some(first_alias(text, BIGQUERY_TYPES)),
        Equality::SqlIdentifier => sql_identifier(text, term.has("upper")),
        Equality::Principal => root_of_account(text, "aws"),
        _ => None,
    });
    name.map_or(value, |name| Scalar::Text(Cow::Owned(name.into_bytes())))
}

/// Whether a relation of this family holds between two texts.
pub(super) fn are_related(word: Equality, old: &Lifted, new: &Lifted) -> bool {
    let is_related: fn(&str, &str) -> bool = match word {
        Equality::ArnId => is_arn_and_id,
        Equality::PathSuffix => is_path_and_suffix,
        Equality::GcpLink => is_gcp_link,
        Equality::VersionPrefix => is_version_and_prefix,
        Equality::Autoname => have_one_stem,
        _ => return false,
    };
    match (old, new) {
        (Lifted::Scalar(old), Lifted::Scalar(new)) => {
            old.as_text().zip(new.as_text()).is_some_and(|(old, new)| old == new || is_related(old, new))
        }
        _ => false,
    }
}

/// The id in an object that has one; any other value as it is.
pub(super) fn reference(value: Lifted) -> Lifted {
    let Lifted::Container(document, node) = &value else { return value };
    match id_in(document, *node) {
        Some(id) => Lifted::Scalar(id),
        None => value,
    }
}

fn id_in(document: &Document, node: NodeId) -> Option<Scalar<'static>> {
    let id = if document.kind(node) == Kind::Map { document.member(node, "id")? } else { return None };
    match document.kind(id) {
        Kind::Null => None,
        _ if value::has_opaque(document, id) => None,
        _ => Scalar::at(document, id).map(Scalar::into_owned),
    }
}

/// The name of an Azure region, from its display name too.
pub(super) fn azure_location(text: &str) -> String {
    text::case_insensitive(&text::ignore_spaces(text))
}

const DOCKER_HUB: &str = "docker.io";

/// A container image with its registry, namespace, and digest or tag written out.
pub(super) fn image_ref(text: &str) -> Option<String> {
    let (named, digest) = cut(text, '@');
    let (name, tag) = match named.rsplit_once(':') {
        // Otherwise it is the port of the registry.
        Some((name, tag)) if !tag.contains('/') => (name, Some(tag)),
        _ => (named, None),
    };
    let (host, path) = match name.split_once('/') {
        Some((host, path)) if host == "localhost" || host.contains(['.', ':']) => (host, path),
        _ => (DOCKER_HUB, name),
    };
    let is_whole = is_host(host)
        && path.split('/').all(is_repository_part)
        && tag.is_none_or(is_tag)
        && digest.is_none_or(is_digest);
    // A bare hash is the id of an image, not the name of one.
    if !is_whole || is_hex(text, 64) {
        return None;
    }
    let host = if host == "index.docker.io" { DOCKER_HUB } else { host };
    let namespace = if host == DOCKER_HUB && !path.contains('/') { "library/" } else { "" };
    // The digest says which image it is, whatever tag it once had.
    let (mark, version) = match digest {
        Some(digest) => ("@", digest),
        None => (":", tag.unwrap_or("latest")),
    };
    Some([host, "/", namespace, path, mark, version].concat())
}

/// A host name with a port or without.
fn is_host(host: &str) -> bool {
    let (name, port) = cut(host, ':');
    let is_label = |label: &str| {
        is_made_of(label, |byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.split('.').all(is_label) && port.is_none_or(|port| is_made_of(port, |byte| byte.is_ascii_digit()))
}

/// Lower-case letters and digits, with one dot, one or two underscores or any dashes between them.
fn is_repository_part(part: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_separator =
        |run: &str| matches!(run, "" | "." | "_" | "__") || is_made_of(run, |byte| byte == b'-');
    let has_ends =
        part.bytes().next().is_some_and(is_letter) && part.bytes().next_back().is_some_and(is_letter);
    has_ends
        && part.split(|character: char| character.is_ascii() && is_letter(character as u8)).all(is_separator)
}

fn is_tag(tag: &str) -> bool {
    tag.len() <= 128
        && is_made_of(tag, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
        && !tag.starts_with(['.', '-'])
}

/// `sha256:` and its digits, or another algorithm with at least 32 of them.
fn is_digest(digest: &str) -> bool {
    let Some((algorithm, hash)) = digest.split_once(':') else { return false };
    let is_algorithm = is_made_of(algorithm, |byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'_' | b'-')
    });
    is_algorithm && hash.len() >= 32 && is_hex(hash, if algorithm == "sha256" { 64 } else { hash.len() })
}

/// A UUID in lower case with its hyphens and without braces.
pub(super) fn uuid(text: &str) -> Option<String> {
    let bare = text.strip_prefix('{').map_or(Some(text), |rest| rest.strip_suffix('}'))?;
    let parts: Vec<&str> = bare.split('-').collect();
    let is_hyphenated = parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]);
    let digits = parts.concat();
    if !is_hex(&digits, 32) || !is_hyphenated && parts.len() > 1 {
        return None;
    }
    let mut uuid = digits.to_ascii_lowercase();
    for at in [20, 16, 12, 8] {
        uuid.insert(at, '-');
    }
    Some(uuid)
}

/// A version with all three numbers, without the letter in front and without build metadata.
pub(super) fn semver(text: &str) -> Option<String> {
    let (version, build) = cut(text.strip_prefix('v').unwrap_or(text), '+');
    let (core, release) = cut(version, '-');
    let is_number = |text: &str| {
        is_made_of(text, |byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
    };
    let is_identifier = |text: &str| is_made_of(text, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_release = |text: &str| {
        is_identifier(text) && (is_number(text) || text.bytes().any(|byte| !byte.is_ascii_digit()))
    };
    let numbers: Vec<&str> = core.split('.').collect();
    let is_whole = numbers.len() <= 3
        && numbers.iter().all(|number| is_number(number))
        && release.is_none_or(|release| release.split('.').all(is_release))
        && build.is_none_or(|build| build.split('.').all(is_identifier));
    if !is_whole {
        return None;
    }
    let mut semver = numbers.join(".");
    for _ in numbers.len()..3 {
        semver.push_str(".0");
    }
    if let Some(release) = release {
        semver.push('-');
        semver.push_str(release);
    }
    Some(semver)
}

/// Names of one thing, the first of which stands for all.
type Aliases = &'static [[&'static str; 2]];

const IP_PROTOCOLS: Aliases = &[["all", "-1"], ["icmp", "1"], ["tcp", "6"], ["udp", "17"], ["icmpv6", "58"]];

const BIGQUERY_TYPES: Aliases = &[["integer", "int64"], ["float", "float64"], ["boolean", "bool"]];

/// The name of a column's type in `BigQuery`.
pub(super) fn bigquery_type(text: &str) -> String {
    first_alias(text, BIGQUERY_TYPES)
}

/// The first of the names for one thing, for any of them, in lower case.
fn first_alias(text: &str, aliases: Aliases) -> String {
    let folded = text::case_insensitive(text);
    match aliases.iter().find(|names| names.contains(&folded.as_str())) {
        Some([first, ..]) => (*first).to_owned(),
        None => folded,
    }
}

/// An identifier of a database without the quotes that it does not need. With `upper`, bare parts are in upper
/// case, so that only a quoted part in upper case needs none.
pub(super) fn sql_identifier(text: &str, upper: bool) -> Option<String> {
    let mut identifier = String::new();
    let mut rest = text;
    loop {
        let part = match rest.strip_prefix('"') {
            Some(inner) => &rest[..=quoted_length(inner)?],
            None => rest.split('.').next().unwrap_or_default(),
        };
        let content = part.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        match content {
            None if !is_bare(part) => return None,
            None if upper => identifier.push_str(&part.to_ascii_uppercase()),
            Some(bare) if is_bare(bare) && !(upper && bare.bytes().any(|byte| byte.is_ascii_lowercase())) => {
                identifier.push_str(bare);
            }
            _ => identifier.push_str(part),
        }
        match rest.get(part.len()..)? {
            "" => return Some(identifier),
            after => rest = after.strip_prefix('.')?,
        }
        identifier.push('.');
    }
}

/// The length of what stands after an opening quote, up to and with the closing one; a doubled quote is a quote.
fn quoted_length(inner: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let end = from + inner.get(from..)?.find('"')? + 1;
        if !inner.get(end..)?.starts_with('"') {
            // Nothing between the quotes is no identifier.
            return (end > 1).then_some(end);
        }
        from = end + 1;
    }
}

/// Whether an identifier needs no quotes.
fn is_bare(part: &str) -> bool {
    is_made_of(part, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
        && part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// The ARN of an account's root user in a partition, for the account's id.
pub(super) fn root_of_account(text: &str, partition: &str) -> Option<String> {
    let is_id = text.len() == 12 && is_made_of(text, |byte| byte.is_ascii_digit());
    is_id.then(|| ["arn:", partition, ":iam::", text, ":root"].concat())
}

/// Whether one is an ARN, and the other its resource or the end of it after a mark; or both are one ARN.
fn is_arn_and_id(old: &str, new: &str) -> bool {
    let is_id = |id: &str, resource: &str| {
        let before = resource.strip_suffix(id);
        // A star is no id: it would name all resources.
        !id.is_empty()
            && !id.contains('*')
            && before.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', ':']))
    };
    match (Arn::parse(old), Arn::parse(new)) {
        (Some(old), Some(new)) => old == new,
        (Some(arn), None) => is_id(new, arn.resource),
        (None, Some(arn)) => is_id(old, arn.resource),
        (None, None) => false,
    }
}

/// The name of a resource in AWS.
#[derive(PartialEq, Eq)]
struct Arn<'t> {
    /// Partition, service, region and account.
    scope: [&'t str; 4],
    resource: &'t str,
}

impl<'t> Arn<'t> {
    fn parse(text: &'t str) -> Option<Arn<'t>> {
        let mut parts = text.strip_prefix("arn:")?.splitn(5, ':');
        let scope = [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        let resource = parts.next().filter(|resource| !resource.is_empty())?;
        // A log group stands for the streams in it, which the star names.
        let resource = match scope[1] {
            "logs" => resource.strip_suffix(":*").unwrap_or(resource),
            _ => resource,
        };
        (scope[0].starts_with("aws") && !scope[1].is_empty()).then_some(Arn { scope, resource })
    }
}

/// Whether the segments of one are the last segments of the other.
fn is_path_and_suffix(old: &str, new: &str) -> bool {
    let (long, short) = if old.len() < new.len() { (new, old) } else { (old, new) };
    let is_whole_segments = |rest: &str| rest.is_empty() || rest.ends_with('/');
    // Slashes alone name nothing.
    short.contains(|character| character != '/') && long.strip_suffix(short).is_some_and(is_whole_segments)
}

/// The same without scheme, host and API version.
fn is_gcp_link(old: &str, new: &str) -> bool {
    is_path_and_suffix(relative_link(old), relative_link(new))
}

/// What a name of a resource in Google Cloud begins with.
const GCP_ROOTS: &[&str] = &["projects/", "organizations/", "folders/", "billingAccounts/"];

/// A link without scheme, host, and the name and version of the API. A text that is no link, as it is.
fn relative_link(link: &str) -> &str {
    let hosted = ["https://", "http://", "//"].iter().find_map(|scheme| link.strip_prefix(scheme));
    let path = match hosted.and_then(|hosted| hosted.split_once('/')) {
        Some((host, path)) if !host.is_empty() && !path.is_empty() => path,
        _ => link,
    };
    let without_service = path.split_once('/').map_or("", |(_, rest)| rest);
    after_version(path).or_else(|| after_version(without_service)).unwrap_or(path)
}

/// The name of a resource that follows the version of an API.
fn after_version(path: &str) -> Option<&str> {
    let (version, resource) = path.split_once('/')?;
    let is_resource = GCP_ROOTS.iter().any(|root| resource.starts_with(root));
    (is_resource && is_api_version(version)).then_some(resource)
}

/// `v1`, `v1beta1`, `beta` ...
fn is_api_version(segment: &str) -> bool {
    fn after_digits(text: &str) -> &str {
        text.trim_start_matches(|digit: char| digit.is_ascii_digit())
    }
    let Some(numbered) = segment.strip_prefix('v') else { return matches!(segment, "alpha" | "beta") };
    let stage = after_digits(numbered);
    let number = ["alpha", "beta"].iter().find_map(|name| stage.strip_prefix(name));
    stage.len() < numbered.len()
        && (stage.is_empty() || number.is_some_and(|number| after_digits(number).is_empty()))
}

/// Whether the old side is the version in use and the new one its first components.
fn is_version_and_prefix(used: &str, wanted: &str) -> bool {
    let is_component = |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphanumeric());
    let has_number = wanted.bytes().any(|byte| byte.is_ascii_digit());
    let ends_whole = wanted.ends_with(|last: char| last.is_ascii_alphanumeric());
    let further = used.strip_prefix(wanted).and_then(|rest| rest.strip_prefix(['.', '_']));
    has_number && ends_whole && further.is_some_and(is_component)
}

/// Whether both are one name with seven random digits behind it.
fn have_one_stem(old: &str, new: &str) -> bool {
    let stem = |name: &'_ str| -> Option<usize> {
        let (stem, suffix) = name.rsplit_once('-')?;
        let is_random = is_hex(suffix, 7) && !suffix.bytes().any(|byte| byte.is_ascii_uppercase());
        (is_random && !stem.is_empty()).then_some(stem.len())
    };
    stem(old).zip(stem(new)).is_some_and(|(a, b)| old[..a] == new[..b])
}

/// What is before a mark, and what is after it if it is there.
fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a text is not empty and all of it is of these bytes.
fn is_made_of(text: &str, is_one: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts and their one spelling; none if they stay as they are.
    #[track_caller]
    fn spells(named: impl Fn(&str) -> Option<String>, table: &[(&str, Option<&str>)]) {
        for (text, expected) in table {
            assert_eq!(named(text).as_deref(), *expected, "{text}");
            if let Some(name) = expected {
                assert_eq!(named(name).as_deref(), *expected, "{text} again");
            }
        }
    }

    #[track_caller]
    fn relates(is_related: impl Fn(&str, &str) -> bool, table: &[(&str, &str, bool)]) {
        for (a, b, expected) in table {
            assert_eq!(is_related(a, b), *expected, "{a} {b}");
            assert_eq!(is_related(b, a), *expected, "{b} {a}");
        }
    }

    #[test]
    fn azure_locations() {
        for (a, b, expected) in [
            ("West Europe", "westeurope", true),
            ("WestEurope", "west europe", true),
            ("West US", "West US 2", false),
            ("West-Europe", "westeurope", false),
            ("West\tEurope", "westeurope", false),
        ] {
            assert_eq!(azure_location(a) == azure_location(b), expected, "{a} {b}");
        }
    }

    #[test]
    fn image_refs() {
        let hash = "0123456789abcdef".repeat(4);
        let with = |before: &str| [before, "@sha256:", &hash].concat();
        let digests = [
            (with("nginx:1.25"), Some(with("docker.io/library/nginx"))),
            (with("docker.io/library/nginx"), Some(with("docker.io/library/nginx"))),
            (with(""), None),
            (with(&with("nginx")), None),
            (["nginx@sha256:", &hash[1..]].concat(), None),
            (["nginx@sha256:", &hash, "0"].concat(), None),
            (["nginx@", &hash].concat(), None),
            (hash.clone(), None),
        ];
        for (text, expected) in digests {
            assert_eq!(image_ref(&text), expected, "{text}");
        }
        spells(
            image_ref,
            &[
                ("nginx", Some("docker.io/library/nginx:latest")),
                ("docker.io/nginx", Some("docker.io/library/nginx:latest")),
                ("index.docker.io/library/nginx:1", Some("docker.io/library/nginx:1")),
                ("user/app", Some("docker.io/user/app:latest")),
                ("ghcr.io/nginx", Some("ghcr.io/nginx:latest")),
                ("localhost/app", Some("localhost/app:latest")),
                ("localhost:5000/app", Some("localhost:5000/app:latest")),
                ("localhost:5000", Some("docker.io/library/localhost:5000")),
                ("host:5000/a/b/c:v1.0-x_y", Some("host:5000/a/b/c:v1.0-x_y")),
                ("a__b--c.d", Some("docker.io/library/a__b--c.d:latest")),
                ("NGINX", None),
                ("User/app", None),
                ("nginx:", None),
                ("nginx:-1", None),
                ("nginx:é", None),
                (":latest", None),
                ("", None),
                ("a//b", None),
                ("/a", None),
                ("a/", None),
                ("a..b/c", None),
                ("a.b/", None),
                ("a._b", None),
                ("-a", None),
                ("host:port/app", None),
                ("nginx latest", None),
                ("https://ghcr.io/a", None),
            ],
        );
    }

    #[test]
    fn uuids() {
        let one = Some("6f9619ff-8b86-d011-b42d-00cf4fc964ff");
        spells(
            uuid,
            &[
                ("6F9619FF-8B86-D011-B42D-00CF4FC964FF", one),
                ("{6f9619ff-8b86-d011-b42d-00cf4fc964ff}", one),
                ("6f9619ff8b86d011b42d00cf4fc964ff", one),
                ("{6f9619ff8b86d011b42d00cf4fc964ff}", one),
                ("{6f9619ff-8b86-d011-b42d-00cf4fc964ff", None),
                ("6f9619ff-8b86-d011-b42d-00cf4fc964ff}", None),
                ("6f9619ff8b86-d011-b42d-00cf4fc964ff", None),
                ("6f-9619ff-8b86-d011-b42d-00cf4fc964ff", None),
                ("6f9619ff8b86d011b42d00cf4fc964f", None),
                ("6f9619ff8b86d011b42d00cf4fc964fff", None),
                ("6f9619ff8b86d011b42d00cf4fc964fg", None),
                ("é619ff-8b86-d011-b42d-00cf4fc964ff", None),
                ("", None),
                ("{", None),
            ],
        );
    }

    #[test]
    fn semvers() {
        spells(
            semver,
            &[
                ("1", Some("1.0.0")),
                ("1.0", Some("1.0.0")),
                ("v1.2.3", Some("1.2.3")),
                ("1.2.3+b.1-x", Some("1.2.3")),
                ("1.2.3-rc1+b1", Some("1.2.3-rc1")),
                ("1.2-rc.1", Some("1.2.0-rc.1")),
                ("1.2.3--", Some("1.2.3--")),
                ("99999999999999999999999.0.0", Some("99999999999999999999999.0.0")),
                ("01.2.3", None),
                ("1.2.3.4", None),
                ("1.2.", None),
                ("1..2", None),
                ("V1.2.3", None),
                ("vv1", None),
                ("v", None),
                ("", None),
                ("1.2.3-", None),
                ("1.2.3+", None),
                ("1.2.3-01", None),
                ("1.2.3-a..b", None),
                ("1.2.3+a+b", None),
                ("1.2.x", None),
                (" 1.2.3", None),
                ("1.2.3-é", None),
            ],
        );
        for (a, b) in [("1.10.0", "1.1.0"), ("1.2.3-rc1", "1.2.3"), ("1.2.3-rc1", "1.2.3-RC1"), ("1", "10")] {
            assert_ne!(semver(a), semver(b), "{a} {b}");
        }
    }

    #[test]
    fn aliases() {
        for (aliases, a, b, expected) in [
            (IP_PROTOCOLS, "all", "-1", true),
            (IP_PROTOCOLS, "TCP", "6", true),
            (IP_PROTOCOLS, "udp", "17", true),
            (IP_PROTOCOLS, "icmp", "1", true),
            (IP_PROTOCOLS, "icmpv6", "58", true),
            (IP_PROTOCOLS, "GRE", "gre", true),
            (IP_PROTOCOLS, "tcp", "17", false),
            (IP_PROTOCOLS, "6", "06", false),
            (IP_PROTOCOLS, "tcp", " tcp", false),
            (IP_PROTOCOLS, "icmp", "icmpv6", false),
            (IP_PROTOCOLS, "gre", "47", false),
            (BIGQUERY_TYPES, "INTEGER", "int64", true),
            (BIGQUERY_TYPES, "FLOAT", "FLOAT64", true),
            (BIGQUERY_TYPES, "BOOLEAN", "Bool", true),
            (BIGQUERY_TYPES, "NUMERIC", "DECIMAL", false),
            (BIGQUERY_TYPES, "INTEGER", "FLOAT", false),
            (BIGQUERY_TYPES, "INTEGER", "6", false),
        ] {
            assert_eq!(first_alias(a, aliases) == first_alias(b, aliases), expected, "{a} {b}");
        }
    }

    #[test]
    fn sql_identifiers() {
        let malformed = [
            ("", None),
            ("a..b", None),
            (".a", None),
            ("a.", None),
            ("\"a", None),
            ("a\"b\"", None),
            ("\"a\"b", None),
            ("\"\"", None),
            ("\"", None),
            ("\"\"\"", None),
            ("my table", None),
            ("my-table", None),
            ("1a", None),
            ("é.b", None),
            ("f(a)", None),
        ];
        spells(|text| sql_identifier(text, false), &malformed);
        spells(|text| sql_identifier(text, true), &malformed);
        spells(
            |text| sql_identifier(text, false),
            &[
                ("\"A\".\"B\"", Some("A.B")),
                ("a.B", Some("a.B")),
                ("\"a\".b", Some("a.b")),
                ("\"A.B\"", Some("\"A.B\"")),
                ("\"my table\".b", Some("\"my table\".b")),
                ("\"a\"\"b\".\"c\"", Some("\"a\"\"b\".c")),
                ("\"\"\"\"", Some("\"\"\"\"")),
                ("\"é\".\"1a\"", Some("\"é\".\"1a\"")),
            ],
        );
        spells(
            |text| sql_identifier(text, true),
            &[
                ("a.b$1", Some("A.B$1")),
                ("\"A\".b", Some("A.B")),
                ("\"a\".b", Some("\"a\".B")),
                ("\"aB\"", Some("\"aB\"")),
                ("\"A B\"", Some("\"A B\"")),
            ],
        );
    }

    #[test]
    fn principals() {
        spells(
            |text| root_of_account(text, "aws"),
            &[
                ("12345678901", None),
                ("1234567890123", None),
                ("12345678901a", None),
                ("12345678901\u{0661}", None),
                ("*", None),
                ("", None),
                ("arn:aws:iam::123456789012:root", None),
            ],
        );
        assert_eq!(root_of_account("123456789012", "aws").as_deref(), Some("arn:aws:iam::123456789012:root"));
    }

    #[test]
    fn arns_and_ids() {
        let key = "arn:aws:kms:us-east-1:1:key/1234abcd-12ab";
        relates(
            is_arn_and_id,
            &[
                (key, "1234abcd-12ab", true),
                (key, "key/1234abcd-12ab", true),
                ("arn:aws:sns:us-east-1:1:topic", "topic", true),
                ("arn:aws:logs:us-east-1:1:log-group:/x:*", "arn:aws:logs:us-east-1:1:log-group:/x", true),
                ("arn:aws:logs:us-east-1:1:log-group:/x:*", "/x", true),
                ("arn:aws-cn:iam::1:role/path/name", "name", true),
                (key, "1234abcd", false),
                (key, "12ab", false),
                (key, "ey/1234abcd-12ab", false),
                (key, "alias/my-key", false),
                (key, "", false),
                (key, "/1234abcd-12ab", false),
                (key, "arn:aws:kms:eu-west-1:1:key/1234abcd-12ab", false),
                (key, "arn:aws:kms:us-east-1:2:key/1234abcd-12ab", false),
                (key, "us-east-1:1:key/1234abcd-12ab", false),
                ("arn:aws:s3:::b", "arn:aws-cn:s3:::b", false),
                ("arn:aws:s3:::b/*", "*", false),
                ("arn:aws:s3:::b/*", "arn:aws:s3:::b/", false),
                ("arn:aws:sqs:us-east-1:1:q:*", "arn:aws:sqs:us-east-1:1:q", false),
                ("arn:aws:s3:::", "", false),
                ("arn:other:s3:::b", "b", false),
                ("arn:aws:s3", "s3", false),
                ("a/b", "b", false),
                ("é", "\u{301}", false),
            ],
        );
    }

    #[test]
    fn paths_and_suffixes() {
        relates(
            is_path_and_suffix,
            &[
                ("projects/demo/global/networks/n", "n", true),
                ("projects/demo/global/networks/n", "networks/n", true),
                ("https://h/compute/v1/projects/demo/n", "projects/demo/n", true),
                ("/a/b/", "b/", true),
                ("/n", "n", true),
                ("projects/a/networks/n", "projects/b/networks/n", false),
                ("networks/nn", "n", false),
                ("networks/n", "networks", false),
                ("networks/n", "", false),
                ("networks/n/", "", false),
                ("networks/n/", "/", false),
                ("networks/n/", "n", false),
                ("networks/n", "N", false),
                ("networks/n", "/n", false),
                ("a/é", "\u{301}", false),
            ],
        );
    }

    #[test]
    fn gcp_links() {
        let link = "https://www.googleapis.com/compute/v1/projects/p/global/networks/n";
        relates(
            is_gcp_link,
            &[
                (link, "https://compute.googleapis.com/compute/beta/projects/p/global/networks/n", true),
                (link, "compute/alpha/projects/p/global/networks/n", true),
                (link, "//compute.googleapis.com/projects/p/global/networks/n", true),
                (link, "projects/p/global/networks/n", true),
                (link, "global/networks/n", true),
                (link, "n", true),
                (
                    "https://container.googleapis.com/v1beta1/projects/p/clusters/c",
                    "https://container.googleapis.com/v1/projects/p/clusters/c",
                    true,
                ),
                (link, "projects/q/global/networks/n", false),
                (link, "https://www.googleapis.com/compute/v1/projects/p/global/networks/n2", false),
                (link, "https://www.googleapis.com/compute/v1/projects/p/global/networks/n?alt=json", false),
                (link, "https://www.googleapis.com/compute/beta/projects/q/global/networks/n", false),
                (link, "https://www.googleapis.com/", false),
                (link, "https://", false),
                (link, "", false),
                (link, "networks", false),
                (link, "p/networks/n", false),
                ("https://storage.googleapis.com/a/v1/x", "https://storage.googleapis.com/b/v1/x", false),
                ("https://h/v/projects/p", "https://h/w/projects/p", false),
                ("https://h/a/b/v1/projects/p", "https://h/c/d/v1/projects/p", false),
            ],
        );
    }

    #[test]
    fn api_versions() {
        for (segment, expected) in [
            ("v1", true),
            ("v12", true),
            ("v1beta", true),
            ("v1beta4", true),
            ("v2alpha1", true),
            ("beta", true),
            ("alpha", true),
            ("v", false),
            ("vbeta", false),
            ("v1beta4x", false),
            ("v1gamma", false),
            ("beta1", false),
            ("1", false),
            ("", false),
        ] {
            assert_eq!(is_api_version(segment), expected, "{segment}");
        }
    }

    #[test]
    fn versions_and_prefixes() {
        for (used, wanted, expected) in [
            ("8.0.35", "8.0", true),
            ("8.0.35", "8", true),
            ("1.29.3", "1.29", true),
            ("MYSQL_8_0_35", "MYSQL_8_0", true),
            ("5.7.mysql_aurora.2.03.2", "5.7", true),
            ("18.0.1", "1", false),
            ("8.0", "8.0.35", false),
            ("1.10", "1.1", false),
            ("1.2.3-rc1", "1.2.3", false),
            ("1.2.3+b", "1.2.3", false),
            ("MYSQL_8_0", "MYSQL", false),
            ("8.0", "8.", false),
            ("8.", "8", false),
            ("8..0", "8", false),
            ("8.0", "", false),
            ("8.0.35", "0.35", false),
            ("8.é", "8", false),
        ] {
            assert_eq!(is_version_and_prefix(used, wanted), expected, "{used} {wanted}");
        }
    }

    #[test]
    fn autonames() {
        relates(
            have_one_stem,
            &[
                ("logs-1a2b3c4", "logs-9f8e7d6", true),
                ("my-logs-0000000", "my-logs-fffffff", true),
                ("logs-1a2b3c4", "data-9f8e7d6", false),
                ("logs-1a2b3c4", "logs", false),
                ("logs-1a2b3c4", "logs-1a2b3c", false),
                ("logs-1a2b3c4", "logs-1a2b3c45", false),
                ("logs-1a2b3c4", "logs-1A2B3C4", false),
                ("logs-1a2b3c4", "logs-1a2b3cg", false),
                ("logs-1a2b3c4", "logs1a2b3c4", false),
                ("logs-1a2b3c4", "logs-x-1a2b3c4", false),
                ("-1a2b3c4", "-9f8e7d6", false),
                ("1a2b3c4", "9f8e7d6", false),
                ("logs-1a2b3é", "logs-9f8e7d6", false),
            ],
        );
    }

    /// Texts of what the words look for.
    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("arn:aws:logs:::"),
            Just("https://"),
            Just("//"),
            Just("/"),
            Just(":"),
            Just("."),
            Just("-"),
            Just("_"),
            Just("+"),
            Just("@"),
            Just("\""),
            Just("{"),
            Just("}"),
            Just("v1"),
            Just("beta"),
            Just("projects/"),
            Just("*"),
            Just("0"),
            Just("1a2b3c4"),
            Just("a"),
            Just("B"),
            Just("é"),
            Just(" "),
            Just("docker.io"),
            Just("localhost"),
            Just("sha256:"),
            Just("0123456789abcdef0123456789abcdef"),
            Just("123456789012"),
            Just("tcp"),
        ];
        proptest::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn names_are_spelled_once_and_relations_have_no_sides(a in text(), b in text()) {
            type Named<'f> = &'f dyn Fn(&str) -> Option<String>;
            let words: [Named; 8] = [
                &image_ref, &uuid, &semver, &|text| sql_identifier(text, false), &|text| sql_identifier(text, true),
                &|text| root_of_account(text, "aws"), &|text| Some(first_alias(text, IP_PROTOCOLS)), &|text| Some(azure_location(text)),
            ];
            for named in words {
                let once = named(&a).unwrap_or_else(|| a.clone());
                prop_assert_eq!(named(&once).unwrap_or_else(|| once.clone()), once, "{}", a);
            }
            for is_related in [is_arn_and_id, is_path_and_suffix, is_gcp_link, have_one_stem] {
                prop_assert_eq!(is_related(&a, &b), is_related(&b, &a));
            }
            is_version_and_prefix(&a, &b);
        }
    }
}
