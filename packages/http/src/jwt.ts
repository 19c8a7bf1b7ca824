export { jwtAuthenticator } from './jwt/jwt-authenticator.js';
export type { JwtAlgorithm, JwtOptions } from './jwt/jwt-options.js';
export type { JwtClaims } from './jwt/jwt-claims.js';
