//! The token endpoints' names (section 5; "beyond the specification", 4).

/// Where client credentials are sent.
pub const ACCOUNT_PATH: &str = "/dwsso/oauth2/access_token";
/// Where back-office users' logins are sent; client credentials are taken here too.
pub const INSTANCE_PATH: &str = "/dw/oauth2/access_token";

/// `grant_type` of a client.
pub const CLIENT_CREDENTIALS: &str = "client_credentials";
/// `grant_type` of a back-office user.
pub const USER_GRANT: &str = "urn:demandware:params:oauth:grant-type:client-id:dwsid:dwsecuretoken";
/// `client_assertion_type` of a signed JWT.
pub const JWT_BEARER: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// How long a client's token lives, in seconds (section 5.6).
pub const CLIENT_LIFETIME: i64 = 30 * 60;
/// How long a user's token lives, in seconds (section 5.6).
pub const USER_LIFETIME: i64 = 15 * 60;
/// How far ahead an assertion may expire, in seconds (section 5.3).
pub const ASSERTION_LIFETIME: i64 = 30 * 60;
