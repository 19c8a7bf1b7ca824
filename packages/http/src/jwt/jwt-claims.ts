/** What a token says, once its signature, issuer, audience and times are checked. */
export type JwtClaims = Readonly<Record<string, unknown>>;
