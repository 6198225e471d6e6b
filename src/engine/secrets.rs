//! Secrets stay secret: a provider that takes no secrets gets plain values, and what it returns is marked again (upstream:
//! `annotateSecrets`).

use super::property::{Members, Property};

/// What a provider returned, with what was secret in the inputs marked there: objects member by member; of anything else, one
/// secret makes the whole value secret.
pub fn with_secrets_of(outputs: &Members, inputs: &Members) -> Members {
    let member = |(key, output): (&str, &Property)| {
        let input = inputs.get(key).unwrap_or(&Property::Null);
        (key.to_owned(), marked(output, input))
    };
    outputs.iter().map(member).collect()
}

fn marked(output: &Property, input: &Property) -> Property {
    match (output, input) {
        (Property::Secret(_) | Property::Sealed(_), _) => output.clone(),
        (Property::Map(output), Property::Map(input)) => Property::Map(with_secrets_of(output, input)),
        (output, input) if input.has_secret() => Property::Secret(Box::new(output.clone())),
        (output, _) => output.clone(),
    }
}
