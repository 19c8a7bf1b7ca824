import { createHash, timingSafeEqual } from 'node:crypto';

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** The token of `Authorization: Bearer …`. Null: there is none. */
export function bearerToken({ headers }: Request): string | null {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Whether two secrets are equal, in a time that does not depend on how much of them is. */
export function equalSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
