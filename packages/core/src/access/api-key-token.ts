import { createHash, timingSafeEqual } from 'node:crypto';

/** What a program shows: the id by which its key is found, and the secret that only it knows. */
export interface ShownKey {
  readonly id: string;
  readonly secret: string;
}

const TOKEN = /^sch_([A-Za-z0-9]{1,64})_([0-9a-f]{64})$/;
/** The hash of no secret. */
const NO_HASH = '0'.repeat(64);

export function formatToken({ id, secret }: ShownKey): string {
  return `sch_${id}_${secret}`;
}

/** Null: it has not the form of a key. */
export function readToken(token: unknown): ShownKey | null {
  const [, id, secret] = (typeof token === 'string' && TOKEN.exec(token)) || [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** A fast hash is enough, because the secret is random and too long to be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Takes the same time whatever differs, and also where there is no hash to compare with. */
export function hasHash(secret: string, hash: string | null): boolean {
  const [given, stored] = [Buffer.from(hashOf(secret)), Buffer.from(hash ?? NO_HASH)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}
