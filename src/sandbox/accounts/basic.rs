//! Reads `Authorization: Basic`.

use axum::http::{HeaderMap, header::AUTHORIZATION};
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use secrecy::{SecretString, zeroize::Zeroizing};

/// Padding is what clients forget first.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A login as it was sent.
#[derive(Debug)]
pub(crate) struct Credentials {
    /// The user's name.
    pub login: String,
    /// Password or access key.
    pub password: SecretString,
}

impl Credentials {
    /// `None` when there is no readable `Basic` login, or more than one.
    pub(crate) fn read(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(AUTHORIZATION).iter();
        let (value, None) = (values.next()?, values.next()) else { return None };
        let (scheme, encoded) = value.to_str().ok()?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("basic") {
            return None;
        }
        let decoded = Zeroizing::new(BASE64.decode(encoded.trim()).ok()?);
        let (login, password) = std::str::from_utf8(&decoded).ok()?.split_once(':')?;
        Some(Self { login: login.to_owned(), password: password.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;

    fn read(value: &str) -> Option<(String, String)> {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, value.parse().expect("a header value"));
        let credentials = Credentials::read(&headers)?;
        Some((credentials.login, credentials.password.expose_secret().to_owned()))
    }

    #[test]
    fn the_first_colon_divides() {
        let login = |login: &str, password: &str| Some((login.to_owned(), password.to_owned()));
        assert_eq!(read("Basic YTpiOmM="), login("a", "b:c"));
        assert_eq!(read("basic YTpiOmM"), login("a", "b:c"));
        assert_eq!(read("Basic w7Y6w7Y="), login("ö", "ö"));
    }

    #[test]
    fn anything_else_is_no_login() {
        for value in ["", "Basic", "Basic ", "Basic !!!", "Bearer YTpi", "Basic YQ==", "Basic /zr/"]
        {
            assert_eq!(read(value), None, "{value}");
        }
    }

    #[test]
    fn the_password_is_never_printed() {
        let credentials = Credentials { login: "a".into(), password: "geheim".into() };
        assert!(!format!("{credentials:?}").contains("geheim"));
    }
}
