//! The family of networks: addresses, names and texts that are exchanged there, each in one notation.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address in the notation of RFC 5952. A zone is part of it and kept as it is; IPv4 addresses written as IPv6 ones
/// are addresses of their own, unless the loose reading is asked for.
pub(super) fn ip(text: &str, is_mapped: bool) -> Option<String> {
    if let Some((address, zone)) = text.split_once('%') {
        let mut form = address.parse::<Ipv6Addr>().ok()?.to_string();
        form.push('%');
        form.push_str(zone);
        return if zone.is_empty() { None } else { Some(form) };
    }
    Some(match text.parse().ok()? {
        IpAddr::V6(address) if is_mapped => address.to_canonical().to_string(),
        address => address.to_string(),
    })
}

/// An address and the length of its prefix. On request the bits behind the prefix are cleared, or an address alone is
/// the prefix that holds nothing else.
pub(super) fn cidr(text: &str, is_masked: bool, takes_hosts: bool) -> Option<String> {
    let (address, length) = match text.split_once('/') {
        Some((address, length)) if is_natural(length) => (address, Some(length.parse().ok()?)),
        None if takes_hosts => (text, None),
        _ => return None,
    };
    let address: IpAddr = address.parse().ok()?;
    let width = if address.is_ipv4() { 32 } else { 128 };
    let length: u32 = length.unwrap_or(width);
    // How many bits are not of the prefix.
    let host = width.checked_sub(length)?;
    let address = match address {
        address if !is_masked => address,
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(host).unwrap_or(0);
            Ipv4Addr::from_bits(address.to_bits() & mask).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(host).unwrap_or(0);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    };
    let mut form = address.to_string();
    let _ = write!(form, "/{length}");
    Some(form)
}

/// Of a range from a number or address to itself, that number or address.
pub(super) fn range(text: &str) -> Option<String> {
    let (from, to) = text.split_once('-')?;
    let is_one = from == to && (is_natural(from) || from.parse::<IpAddr>().is_ok());
    is_one.then(|| from.to_owned())
}

/// Digits without a zero in front.
fn is_natural(text: &str) -> bool {
    let are_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    are_digits && (text == "0" || !text.starts_with('0'))
}

/// How hardware addresses are set apart: by which mark, into groups of how many digits.
const MAC_GROUPS: [(char, usize); 3] = [(':', 2), ('-', 2), ('.', 4)];

/// Twelve digits, in small letters and in pairs between colons.
pub(super) fn mac(text: &str) -> Option<String> {
    let is_grouped = |(mark, width): &&(char, usize)| text.split(*mark).all(|group| group.len() == *width);
    let digits = match MAC_GROUPS.iter().find(is_grouped) {
        Some((mark, _)) => text.replace(*mark, ""),
        None => text.to_owned(),
    };
    if digits.len() != 12 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut form = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && at % 2 == 0 {
            form.push(':');
        }
        form.push(digit.to_ascii_lowercase());
    }
    Some(form)
}

/// The schemes of the web, with the ports that need not be written.
const WEB_PORTS: [(&str, &str); 4] = [("http", "80"), ("https", "443"), ("ws", "80"), ("wss", "443")];

/// A URL with scheme and host in small letters; of a web address also without the port that goes without saying, and
/// with a path. All behind the host stays as it is. On request a text without a scheme is a web address.
pub(super) fn url(text: &str, is_https: bool) -> Option<String> {
    if has_blank(text) || text.contains('\\') {
        return None;
    }
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => (scheme.to_ascii_lowercase(), rest),
        _ if is_https => ("https".to_owned(), text),
        _ => return None,
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, address) = match authority.split_once('@') {
        Some((user, address)) => (Some(user), address),
        None => (None, authority),
    };
    let (host, port) = host_and_port(address)?;
    let web_port = WEB_PORTS.iter().find(|(name, _)| *name == scheme).map(|(_, port)| *port);
    let mut form = scheme;
    form.push_str("://");
    if let Some(user) = user {
        form.push_str(user);
        form.push('@');
    }
    form.push_str(&host.to_ascii_lowercase());
    if let Some(port) = port.filter(|port| web_port.is_none() || !port.is_empty() && Some(*port) != web_port)
    {
        form.push(':');
        form.push_str(port);
    }
    if web_port.is_some() && !path.starts_with('/') {
        form.push('/');
    }
    form.push_str(path);
    Some(form)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// A host, an IPv6 address in its brackets, and what stands behind a colon after it.
fn host_and_port(address: &str) -> Option<(&str, Option<&str>)> {
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, Some(port)),
        _ => (address, None),
    };
    let is_host = match host.strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']').is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok()),
        // An escape or a second mark makes it something else than a plain name.
        None => !host.is_empty() && !host.contains([':', '@', '%', '[', ']']),
    };
    is_host.then_some((host, port))
}

fn has_blank(text: &str) -> bool {
    text.chars().any(|character| character.is_whitespace() || character.is_control())
}

/// A domain name in small letters, without the single dot at its end.
pub(super) fn dns_name(text: &str) -> Option<String> {
    let name = match text.strip_suffix('.') {
        // A dot behind a backslash is part of the label.
        Some(name) if !name.ends_with('\\') => name,
        _ => text,
    };
    let is_name = !has_blank(name) && name.split('.').all(|label| !label.is_empty());
    is_name.then(|| name.to_ascii_lowercase())
}

/// The text of a TXT record as one quoted text, whether it is written bare or in quoted chunks.
pub(super) fn dns_txt(text: &str) -> Option<String> {
    let content = if text.starts_with('"') { chunks(text)? } else { text.to_owned() };
    let mut form = String::from("\"");
    for character in content.chars() {
        if matches!(character, '"' | '\\') {
            form.push('\\');
        }
        form.push(character);
    }
    form.push('"');
    Some(form)
}

/// What is in quoted chunks with blanks between them. A number behind a backslash is a byte that some read in
/// decimal and some in octal: such a text is not read.
fn chunks(text: &str) -> Option<String> {
    let mut content = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut characters = rest.strip_prefix('"')?.chars();
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => content.push(characters.next().filter(|escaped| !escaped.is_ascii_digit())?),
                character => content.push(character),
            }
        }
        let after = characters.as_str();
        rest = after.trim_start_matches([' ', '\t']);
        if rest.is_empty() && !after.is_empty() {
            return None;
        }
    }
    Some(content)
}

/// An e-mail address with its domain in small letters, on request all of it.
pub(super) fn email(text: &str, is_local_folded: bool) -> Option<String> {
    let (local, domain) = text.split_once('@')?;
    if local.is_empty() || domain.is_empty() || domain.contains('@') || has_blank(text) {
        return None;
    }
    let mut form = if is_local_folded { local.to_ascii_lowercase() } else { local.to_owned() };
    form.push('@');
    form.push_str(&domain.to_ascii_lowercase());
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text and its form; nothing where it does not convert.
    type Table<'a> = &'a [(&'a str, Option<&'a str>)];

    /// Forms are as expected. The form of a form is itself, or it does not convert and stays itself.
    fn check(table: Table, form: impl Fn(&str) -> Option<String>) {
        for (text, expected) in table {
            assert_eq!(form(text).as_deref(), *expected, "{text}");
            if let Some(expected) = expected {
                assert_eq!(form(expected).as_deref().unwrap_or(expected), *expected, "the form of {text}");
            }
        }
    }

    #[test]
    fn addresses() {
        let table = [
            ("10.0.0.1", Some("10.0.0.1")),
            ("2001:db8:0:0:0:0:0:1", Some("2001:db8::1")),
            ("2001:0DB8::0001", Some("2001:db8::1")),
            ("0:0:0:0:0:0:0:0", Some("::")),
            ("2001:db8:0:1:0:0:0:1", Some("2001:db8:0:1::1")),
            ("::ffff:102:304", Some("::ffff:1.2.3.4")),
            ("FE80::1%eth0", Some("fe80::1%eth0")),
            ("fe80::1%Eth0", Some("fe80::1%Eth0")),
            ("", None),
            ("010.0.0.1", None),
            ("10.0.0.01", None),
            ("10.0.0", None),
            ("10.0.0.256", None),
            ("10.0.0.1.", None),
            ("10.0.0.1 ", None),
            ("0x0a.0.0.1", None),
            ("167772161", None),
            ("10.0.0.1/32", None),
            ("10.0.0.1:80", None),
            ("10.0.0.1%eth0", None),
            ("fe80::1%", None),
            ("[::1]", None),
            ("::1::", None),
            ("2001:db8::12345", None),
            ("1:2:3:4:5:6:7:8:9", None),
            ("\u{661}0.0.0.1", None),
        ];
        check(&table, |text| ip(text, false));
    }

    #[test]
    fn mapped_addresses() {
        let table = [
            ("::ffff:1.2.3.4", Some("1.2.3.4")),
            ("::FFFF:102:304", Some("1.2.3.4")),
            ("1.2.3.4", Some("1.2.3.4")),
            ("::1.2.3.4", Some("::102:304")),
            ("::ffff:1.2.3.4%eth0", Some("::ffff:1.2.3.4%eth0")),
            ("::1", Some("::1")),
            ("::ffff:1.2.3.04", None),
            ("::ffff:1.2.3", None),
            ("ffff:1.2.3.4", None),
        ];
        check(&table, |text| ip(text, true));
    }

    #[test]
    fn prefixes() {
        let table = [
            ("10.0.0.1/24", Some("10.0.0.1/24")),
            ("2001:DB8:0::/32", Some("2001:db8::/32")),
            ("0.0.0.0/0", Some("0.0.0.0/0")),
            ("::/128", Some("::/128")),
            ("", None),
            ("/24", None),
            ("10.0.0.0", None),
            ("10.0.0.0/", None),
            ("10.0.0.0/33", None),
            ("::/129", None),
            ("10.0.0.0/024", None),
            ("10.0.0.0/+8", None),
            ("10.0.0.0/-1", None),
            ("10.0.0.0/8/8", None),
            ("10.0.0.0/255.0.0.0", None),
            ("10.0.0.0/99999999999", None),
            ("010.0.0.0/8", None),
            ("10.0.0/8", None),
            ("fe80::1%eth0/64", None),
            ("10.0.0.0 /8", None),
        ];
        check(&table, |text| cidr(text, false, false));
    }

    #[test]
    fn masked_prefixes() {
        let table = [
            ("10.0.0.1/24", Some("10.0.0.0/24")),
            ("10.255.255.255/9", Some("10.128.0.0/9")),
            ("1.2.3.4/0", Some("0.0.0.0/0")),
            ("1.2.3.4/32", Some("1.2.3.4/32")),
            ("2001:db8::1/32", Some("2001:db8::/32")),
            ("2001:db8::1/0", Some("::/0")),
            ("2001:db8::1/128", Some("2001:db8::1/128")),
            ("10.0.0.1", None),
            ("10.0.0.1/33", None),
            ("2001:db8::1/129", None),
            ("10.0.0.1/", None),
            ("10.0.0.1/a", None),
            ("10.0.0.256/8", None),
            ("host/8", None),
            ("/0", None),
        ];
        check(&table, |text| cidr(text, true, false));
    }

    #[test]
    fn prefixes_of_hosts() {
        let table = [
            ("1.2.3.4", Some("1.2.3.4/32")),
            ("1.2.3.4/32", Some("1.2.3.4/32")),
            ("1.2.3.4/31", Some("1.2.3.4/31")),
            ("2001:DB8::1", Some("2001:db8::1/128")),
            ("2001:db8::1/32", Some("2001:db8::1/32")),
            ("", None),
            ("1.2.3", None),
            ("1.2.3.4/", None),
            ("01.2.3.4", None),
            ("fe80::1%eth0", None),
            ("host", None),
        ];
        check(&table, |text| cidr(text, false, true));
    }

    #[test]
    fn ranges() {
        let table = [
            ("80-80", Some("80")),
            ("0-0", Some("0")),
            ("10.0.0.1-10.0.0.1", Some("10.0.0.1")),
            ("2001:db8::1-2001:db8::1", Some("2001:db8::1")),
            ("", None),
            ("-", None),
            ("80", None),
            ("80-81", None),
            ("80-443", None),
            ("080-080", None),
            ("80-080", None),
            ("80 - 80", None),
            ("80-", None),
            ("-80", None),
            ("--80", None),
            ("80-80-80", None),
            ("a-a", None),
            ("1.5-1.5", None),
            ("10.0.0.1-10.0.0.2", None),
            ("10.0.0-10.0.0", None),
        ];
        check(&table, range);
    }

    #[test]
    fn hardware_addresses() {
        let expected = Some("00:1a:2b:3c:4d:5e");
        let table = [
            ("00:1A:2B:3C:4D:5E", expected),
            ("00-1a-2b-3c-4d-5e", expected),
            ("001a.2b3c.4d5e", expected),
            ("001A2B3C4D5E", expected),
            ("", None),
            ("0:1a:2b:3c:4d:5e", None),
            ("00:1a:2b:3c:4d", None),
            ("00:1a:2b:3c:4d:5e:", None),
            ("00:1a:2b:3c:4d:5e:6f", None),
            ("00:1a-2b:3c-4d:5e", None),
            ("00 1a 2b 3c 4d 5e", None),
            ("00.1a.2b.3c.4d.5e", None),
            ("001a:2b3c:4d5e", None),
            ("001a2b3c4d5", None),
            ("001a2b3c4d5g", None),
            ("00:1a:2b:3c:4d:\u{e9}", None),
        ];
        check(&table, mac);
    }

    #[test]
    fn urls() {
        let table = [
            ("HTTPS://Example.com/A", Some("https://example.com/A")),
            ("https://example.com:443/a", Some("https://example.com/a")),
            ("https://example.com:/a", Some("https://example.com/a")),
            ("http://example.com:80", Some("http://example.com/")),
            ("http://example.com:443", Some("http://example.com:443/")),
            ("https://example.com", Some("https://example.com/")),
            ("https://example.com?Q=1", Some("https://example.com/?Q=1")),
            ("https://example.com#Top", Some("https://example.com/#Top")),
            ("https://example.com/a/", Some("https://example.com/a/")),
            ("https://example.com//", Some("https://example.com//")),
            ("https://Me:Pw@Example.com/", Some("https://Me:Pw@example.com/")),
            ("https://example.com/?u=http://B", Some("https://example.com/?u=http://B")),
            ("https://[2001:DB8::1]:443/a", Some("https://[2001:db8::1]/a")),
            ("https://[2001:DB8::1]", Some("https://[2001:db8::1]/")),
            ("wss://Example.com:443/s", Some("wss://example.com/s")),
            ("AMQP://Example.com:5672", Some("amqp://example.com:5672")),
            ("redis://example.com:", Some("redis://example.com:")),
            ("", None),
            ("example.com", None),
            ("//example.com/", None),
            ("https:/example.com", None),
            ("https://", None),
            ("https:///a", None),
            ("https://:443/", None),
            ("https://me@/", None),
            ("https://a@b@c/", None),
            ("https://example.com:https/", None),
            ("https://a:1:2/", None),
            ("https://[::1/", None),
            ("https://[::1]x/", None),
            ("https://[fe80::1%25Eth0]/", None),
            ("https://2001:db8::1/", None),
            ("https://ex%41mple.com/", None),
            ("https://example.com/a b", None),
            (" https://example.com", None),
            ("https://example.com\\a", None),
            ("1https://example.com", None),
            ("mailto:Jane@Example.com", None),
        ];
        check(&table, |text| url(text, false));
    }

    #[test]
    fn urls_without_a_scheme() {
        let table = [
            ("Example.com", Some("https://example.com/")),
            ("example.com:443/A", Some("https://example.com/A")),
            ("https://example.com/", Some("https://example.com/")),
            ("http://example.com", Some("http://example.com/")),
            ("example.com/?u=http://B", Some("https://example.com/?u=http://B")),
            ("", None),
            ("/a", None),
            ("//example.com", None),
            ("example.com a", None),
            ("example.com:a", None),
            ("://example.com", None),
        ];
        check(&table, |text| url(text, true));
    }

    #[test]
    fn domain_names() {
        let table = [
            ("Example.COM.", Some("example.com")),
            ("example.com", Some("example.com")),
            ("*.Example.com", Some("*.example.com")),
            ("_dmarc.Example.com.", Some("_dmarc.example.com")),
            ("\\052.Example.com.", Some("\\052.example.com")),
            ("WWW", Some("www")),
            ("\u{c9}x.COM", Some("\u{c9}x.com")),
            ("Example\\.", None),
            ("", None),
            (".", None),
            ("..", None),
            ("example.com..", None),
            ("Example..com", None),
            (".Example.com", None),
            ("Exa mple.com", None),
            ("Example.com ", None),
            ("Example.com\n", None),
        ];
        check(&table, dns_name);
    }

    #[test]
    fn txt_records() {
        let table = [
            ("\"v=spf1 -all\"", Some("\"v=spf1 -all\"")),
            ("v=spf1 -all", Some("\"v=spf1 -all\"")),
            ("\"abc\" \"def\"", Some("\"abcdef\"")),
            ("\"abc\"\"def\"", Some("\"abcdef\"")),
            ("\"a\\\"b\"", Some("\"a\\\"b\"")),
            ("a\"b", Some("\"a\\\"b\"")),
            ("\"\\\"a\\\"\"", Some("\"\\\"a\\\"\"")),
            ("a\\b", Some("\"a\\\\b\"")),
            ("abc \"def\"", Some("\"abc \\\"def\\\"\"")),
            ("", Some("\"\"")),
            ("\"\"", Some("\"\"")),
            (" \"a\"", Some("\" \\\"a\\\"\"")),
            ("\"", None),
            ("\"abc", None),
            ("\"abc\\\"", None),
            ("\"abc\\", None),
            ("\"abc\" ", None),
            ("\"abc\" def", None),
            ("\"abc\"def", None),
            ("\"abc\" \"def", None),
            ("\"abc\"\n\"def\"", None),
            ("\"\\101\"", None),
        ];
        check(&table, dns_txt);
    }

    #[test]
    fn mail_addresses() {
        let table = [
            ("Jane@Example.COM", Some("Jane@example.com")),
            ("a.b@gmail.com", Some("a.b@gmail.com")),
            ("a+x@E.com", Some("a+x@e.com")),
            ("user:Jane@E.com", Some("user:Jane@e.com")),
            ("", None),
            ("@", None),
            ("Jane", None),
            ("@Example.com", None),
            ("Jane@", None),
            ("Jane@A@B", None),
            ("Jane Doe@Example.com", None),
            ("Jane <jane@Example.com>", None),
            (" jane@Example.com", None),
        ];
        check(&table, |text| email(text, false));
        let folded = [
            ("Jane@Example.com", Some("jane@example.com")),
            ("J.D+X@e.com", Some("j.d+x@e.com")),
            ("\u{c9}@e.com", Some("\u{c9}@e.com")),
            ("Jane", None),
            ("Jane@", None),
            ("@E.com", None),
            ("Jane Doe@e.com", None),
        ];
        check(&folded, |text| email(text, true));
    }
}
