//! PEM blocks (RFC 7468, with the headers of RFC 1421) and SSH public keys (RFC 4253, as OpenSSH writes them).

use super::base64;

/// PEM blocks with each body on one line. Blocks and nothing else: text around them has no one spelling.
pub(in crate::normalize) fn pem(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim);
    let mut canonical = String::new();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let label = line.strip_prefix("-----BEGIN ")?.strip_suffix("-----")?;
        let end = ["-----END ", label, "-----"].concat();
        let mut block = Vec::new();
        loop {
            match lines.next()? {
                line if line == end => break,
                line => block.push(line),
            }
        }
        let headers = block.iter().take_while(|line| line.contains(": ")).count();
        let (headers, body) = block.split_at(headers);
        let body = body.concat();
        if body.is_empty() || base64::encoded(&base64::decoded(&body)?) != body {
            return None;
        }
        push_line(&mut canonical, line);
        for header in headers {
            push_line(&mut canonical, header);
        }
        if !headers.is_empty() {
            canonical.push('\n');
        }
        push_line(&mut canonical, &body);
        push_line(&mut canonical, &end);
    }
    Some(canonical).filter(|canonical| !canonical.is_empty())
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// The beginnings of key types.
const KEY_TYPES: [&str; 3] = ["ssh-", "ecdsa-sha2-", "sk-"];

/// A key with its body on one line, and with its comment if that counts.
pub(in crate::normalize) fn ssh_key(text: &str, with_comment: bool) -> Option<String> {
    let (kind, rest) = text.trim().split_once([' ', '\t', '\r', '\n'])?;
    if !KEY_TYPES.iter().any(|start| kind.starts_with(start)) {
        return None;
    }
    let mut body = String::new();
    let mut comment = "";
    for line in rest.lines().map(str::trim) {
        // A line break may stand in the body and nowhere after it.
        if !comment.is_empty() {
            return None;
        }
        let (part, after) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        body.push_str(part);
        comment = after.trim_start();
    }
    let symbols = body.trim_end_matches('=');
    let is_body = symbols.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'));
    if symbols.is_empty() || !is_body || body.len() > symbols.len() + 2 {
        return None;
    }
    let mut key = [kind, " ", &body].concat();
    if with_comment && !comment.is_empty() {
        key.push(' ');
        key.push_str(comment);
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::{pem, ssh_key};

    const A: &str = "-----BEGIN A-----\nQUJDREVG\n-----END A-----\n";

    #[test]
    fn gives_blocks_one_spelling() {
        let headers = "-----BEGIN A-----\nDEK-Info: x\n\nQUJDREVG\n-----END A-----\n";
        let table = [
            (A, A),
            ("-----BEGIN A-----\r\nQUJD\r\nREVG\r\n-----END A-----", A),
            ("\n  -----BEGIN A-----\n\tQUJD\n\n  REVG \n -----END A-----\n\n", A),
            (headers, headers),
            ("-----BEGIN A-----\n DEK-Info: x\nQUJD\nREVG\n-----END A-----", headers),
            (&[A, A].concat(), &[A, "\n", A].concat().replace("\n\n", "\n")),
        ];
        for (text, expected) in table {
            assert_eq!(pem(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn leaves_what_is_more_or_less_than_blocks() {
        let table = [
            "",
            "\n",
            "QUJD",
            "-----BEGIN A-----",
            "-----BEGIN A-----\nQUJD",
            "-----BEGIN A-----\nQUJD\n-----END B-----",
            "-----BEGIN A-----\n-----END A-----",
            "-----BEGIN A-----\nQU JD\n-----END A-----",
            "-----BEGIN A-----\nQUJDR\n-----END A-----",
            "-----BEGIN A-----\nQQ\n-----END A-----",
            "-----BEGIN A-----\nQR==\n-----END A-----",
            "-----BEGIN A-----\n-_-_\n-----END A-----",
            "-----BEGIN A-----\n-----BEGIN A-----\nQUJD\n-----END A-----\n-----END A-----",
            "-----BEGIN A-----QUJD-----END A-----",
            "---BEGIN A---\nQUJD\n---END A---",
            "# root\n-----BEGIN A-----\nQUJD\n-----END A-----",
            "-----BEGIN A-----\nQUJD\n-----END A-----\nx",
        ];
        for text in table {
            assert_eq!(pem(text), None, "{text}");
        }
    }

    #[test]
    fn gives_keys_one_spelling() {
        let table = [
            ("ssh-rsa AAAA", Some(("ssh-rsa AAAA", "ssh-rsa AAAA"))),
            ("\tssh-rsa \t AAAA\r\n", Some(("ssh-rsa AAAA", "ssh-rsa AAAA"))),
            ("ssh-rsa\tAAAA\r\n", Some(("ssh-rsa AAAA", "ssh-rsa AAAA"))),
            (
                "ssh-rsa AAAA\r\n BBBB=  me  at host ",
                Some(("ssh-rsa AAAABBBB= me  at host", "ssh-rsa AAAABBBB=")),
            ),
            (
                "sk-ssh-ed25519@openssh.com AAAA",
                Some(("sk-ssh-ed25519@openssh.com AAAA", "sk-ssh-ed25519@openssh.com AAAA")),
            ),
            ("", None),
            ("ssh-rsa", None),
            ("ssh-rsa ", None),
            ("rsa AAAA", None),
            ("AAAA ssh-rsa", None),
            ("no-pty ssh-rsa AAAA", None),
            ("ssh-rsa =", None),
            ("ssh-rsa AA=A", None),
            ("ssh-rsa A===", None),
            ("ssh-rsa AA-A", None),
            ("ssh-rsa AAAA me\nBBBB", None),
            ("ssh-rsa AAAA me\nssh-rsa BBBB", None),
            ("ssh-rsa AAAA\nssh-rsa BBBB", None),
            ("ssh-rsa é", None),
        ];
        for (text, expected) in table {
            let spelled = ssh_key(text, true).zip(ssh_key(text, false));
            let spelled = spelled.as_ref().map(|(with, without)| (with.as_str(), without.as_str()));
            assert_eq!(spelled, expected, "{text}");
        }
    }
}
