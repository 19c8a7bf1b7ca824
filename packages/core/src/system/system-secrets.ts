import { randomBytes } from 'node:crypto';

/** Where secrets come from: not the randomness of retries, which may be guessed. */
export interface SecretSource {
  /** 256 random bits in hexadecimal digits. */
  next(): string;
}

export class SystemSecrets implements SecretSource {
  next(): string {
    return randomBytes(32).toString('hex');
  }
}
