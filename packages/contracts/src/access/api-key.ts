/** A key by which programs reach the API. Its secret is shown once, when the key is created, and never stored. */
export interface ApiKey {
  readonly id: string;
  /** SHA-256 of the secret, in hexadecimal digits. */
  readonly secretHash: string;
  readonly name: string;
  /** The tenant whose data it reaches. Null: the data of all tenants. */
  readonly tenant: string | null;
  /** Named actions, such as `jobs:read`. */
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  /** The id of the principal that created it. Null: unknown. */
  readonly createdBy: string | null;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  /** Written in batches, so that it may lag behind by some seconds. Null: it was never used. */
  readonly lastUsedAt: Date | null;
  /** Null: it was not revoked. */
  readonly revokedAt: Date | null;
}
