//! Names of resources: `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME`.

/// The type of a resource: without the types of its parents.
pub(super) fn type_in(urn: &str) -> String {
    let qualified = urn.split("::").nth(2).unwrap_or(urn);
    qualified.rsplit('$').next().unwrap_or(qualified).to_owned()
}

/// The URN in a reference to a provider, which has the provider's id behind it.
pub(super) fn provider_in(reference: &str) -> Option<String> {
    reference.rsplit_once("::").map(|(urn, _)| urn.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_in_urns() {
        let table = [
            ("urn:pulumi:dev::app::aws:s3/bucket:Bucket::logs", "aws:s3/bucket:Bucket"),
            ("urn:pulumi:dev::app::my:index:Site$aws:s3/bucket:Bucket::logs", "aws:s3/bucket:Bucket"),
            ("urn:pulumi:dev::app::a:b:C::a name::with colons", "a:b:C"),
            ("odd", "odd"),
        ];
        for (urn, expected) in table {
            assert_eq!(type_in(urn), expected, "{urn}");
        }
    }

    #[test]
    fn providers_in_references() {
        let table = [
            (
                "urn:pulumi:dev::app::pulumi:providers:aws::main::0b1c",
                Some("urn:pulumi:dev::app::pulumi:providers:aws::main"),
            ),
            ("", None),
        ];
        for (reference, expected) in table {
            assert_eq!(provider_in(reference).as_deref(), expected, "{reference}");
        }
    }
}
