//! The words of the rule language as closed enums. Each has one row in the catalogue.

use crate::contract::{EqualityKind, Family};

/// One word of a rule, without its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// What a surviving difference costs.
    Cost(Cost),
    /// What is compared at all.
    Scope(Scope),
    /// A mark of the property.
    Flag(Flag),
    /// What counts as the same value.
    Equality(Equality),
}

/// What a surviving difference costs, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// An update in place.
    #[default]
    Mutable,
    /// An update after which the resource has another id.
    ChangesId,
    /// An update where the number grows, else a replacement.
    IncreaseOnly,
    /// An update where the number shrinks, else a replacement.
    DecreaseOnly,
    /// A replacement.
    Immutable,
}

/// What is compared at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The service sets it.
    Computed,
    /// The service never returns it.
    WriteOnly,
    /// The service fills it in where the program does not set it.
    BackendDefault,
    /// Never counts.
    Ignore,
    /// What the program changes does not count.
    IgnoreLocal,
    /// What the service changes does not count.
    IgnoreRemote,
    /// Keys of a map that only the old side has do not count.
    AllowExtra,
    /// Those of them whose names match do not count.
    IgnoreKeys,
    /// Masked wherever it is shown.
    Secret,
    /// Kept and shown as a hash.
    Hashed,
    /// Compared by its content hash only.
    Asset,
}

/// Marks of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// If it forces a replacement, the old resource is deleted first.
    Unique,
    /// Known during preview although an update is pending.
    Stable,
}

/// What counts as the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// A number or a boolean is the text that it is written as.
    String,
    /// A text that is a whole number is that number.
    Integer,
    /// A text that is a number is that number.
    Number,
    /// A text that is a boolean is that boolean.
    Boolean,
    /// Numbers as doubles.
    Float64,
    /// Numbers as single-precision floats.
    Float32,
    /// A value that stands in for none.
    Default,
    /// Null is none.
    NullIsMissing,
    /// Whatever is empty is none.
    EmptyIsMissing,
    /// A block with nothing set in it is none.
    DefaultBlock,
    /// A list whose order does not matter.
    Set,
    /// A list whose elements are told apart by members of theirs.
    Keyed,
    /// A value is a list of it.
    OneOrMany,
    /// Texts whatever their letter case.
    CaseInsensitive,
    /// Maps whatever the letter case of their keys.
    KeysCaseInsensitive,
    /// Texts whatever spaces are in them.
    IgnoreSpaces,
    /// A space is an underscore.
    SpaceIsUnderscore,
    /// Many blanks are one space.
    CollapseSpaces,
    /// Without blanks at either end.
    Trim,
    /// Without blanks at the end.
    TrimEnd,
    /// Lines whatever ends them.
    LineEndings,
    /// Without one slash at the end.
    TrailingSlash,
    /// Without one dot at the end.
    TrailingDot,
    /// Texts in one Unicode form.
    Nfc,
    /// A text is the JSON document in it.
    Json,
    /// A span of time in Go's notation.
    Duration,
    /// A span of time in the notation of ISO 8601.
    Iso8601Duration,
    /// A moment, whatever its offset.
    Timestamp,
    /// A time of the day, or a window between two.
    TimeOfDay,
    /// A number in Kubernetes' notation.
    Quantity,
    /// A number of bytes.
    ByteSize,
    /// A size in the units of one service.
    SizeUnit,
    /// An address.
    Ip,
    /// An address with the length of its prefix.
    Cidr,
    /// A range of one is that one.
    Range,
    /// A hardware address.
    Mac,
    /// A URL whatever the case of its scheme and host.
    Url,
    /// A domain name.
    DnsName,
    /// The text of a TXT record, whatever chunks it is in.
    DnsTxt,
    /// An e-mail address.
    Email,
    /// A text is the YAML document in it.
    Yaml,
    /// XML whatever its layout.
    Xml,
    /// Base64 whatever its spelling; before other words, what it stands for.
    Base64,
    /// Percent-encoding whatever its spelling; before other words, what it stands for.
    UrlEncoded,
    /// Keys and certificates whatever their line breaks.
    Pem,
    /// An SSH public key whatever its line breaks.
    SshKey,
    /// A text and its base64.
    Base64OrPlain,
    /// A text and its hash.
    HashOf,
    /// Names of one thing.
    Alias,
    /// An object is its id.
    Ref,
    /// The name of an Azure region.
    AzureLocation,
    /// A container image.
    ImageRef,
    /// A UUID.
    Uuid,
    /// A semantic version.
    Semver,
    /// Names of one thing by a table that everyone shares.
    EnumAlias,
    /// An identifier of a database.
    SqlIdentifier,
    /// An AWS account or its root user.
    Principal,
    /// An ARN is the id in it.
    ArnId,
    /// A path is the segments at its end.
    PathSuffix,
    /// A link to a resource in Google Cloud is the name in it.
    GcpLink,
    /// A version is the first components of it.
    VersionPrefix,
    /// A name is its stem with other random digits.
    Autoname,
    /// A policy of AWS IAM.
    IamPolicy,
    /// A policy of Google Cloud IAM, its bindings or members.
    GcpIam,
    /// The columns of a `BigQuery` table.
    BigquerySchema,
    /// The containers of an ECS task.
    EcsContainers,
}

impl Word {
    /// The family, for which the most specific pattern is found separately.
    pub fn family(self) -> Family {
        match self {
            Word::Cost(_) => Family::Cost,
            Word::Scope(_) => Family::Scope,
            Word::Flag(_) => Family::Flag,
            Word::Equality(_) => Family::Equality,
        }
    }

    /// The cost, where it is one.
    pub fn cost(self) -> Option<Cost> {
        if let Word::Cost(cost) = self { Some(cost) } else { None }
    }

    /// The equality, where it is one.
    pub fn equality(self) -> Option<Equality> {
        if let Word::Equality(equality) = self { Some(equality) } else { None }
    }
}

impl Equality {
    /// Canonical words map one value; relations compare two.
    pub fn kind(self) -> EqualityKind {
        match self {
            Equality::Float32
            | Equality::NullIsMissing
            | Equality::EmptyIsMissing
            | Equality::DefaultBlock
            | Equality::ArnId
            | Equality::PathSuffix
            | Equality::GcpLink
            | Equality::VersionPrefix
            | Equality::Autoname
            | Equality::Base64OrPlain
            | Equality::HashOf => EqualityKind::Relation,
            _ => EqualityKind::Canonical,
        }
    }

    /// Whether it maps one value to its canonical form.
    pub fn is_canonical(self) -> bool {
        self.kind() == EqualityKind::Canonical
    }

    /// Whether it is for single values: it neither opens a document nor speaks of absence or containers.
    pub fn is_of_scalars(self) -> bool {
        !self.is_of_containers()
            && !matches!(
                self,
                Equality::Default
                    | Equality::NullIsMissing
                    | Equality::EmptyIsMissing
                    | Equality::Json
                    | Equality::Yaml
                    | Equality::Base64
                    | Equality::UrlEncoded
            )
    }

    /// Whether it says how the elements or members of two containers belong together, so that the
    /// containers are looked at before what is inside them.
    pub fn is_of_containers(self) -> bool {
        matches!(
            self,
            Equality::DefaultBlock
                | Equality::Set
                | Equality::Keyed
                | Equality::OneOrMany
                | Equality::KeysCaseInsensitive
                | Equality::Ref
        ) || self.is_of_documents()
    }

    /// Whether it knows documents of one kind, and what means nothing in them.
    pub fn is_of_documents(self) -> bool {
        matches!(
            self,
            Equality::IamPolicy | Equality::GcpIam | Equality::BigquerySchema | Equality::EcsContainers
        )
    }

    /// Whether a text is read as the JSON document in it.
    pub fn reads_json(self) -> bool {
        self == Equality::Json || self.is_of_documents()
    }
}
