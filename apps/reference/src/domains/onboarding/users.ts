import type { AppStore, Collection, Row } from '../shared/app-store.js';

export interface User extends Row {
  readonly name: string;
  readonly email: string;
  /** IANA, such as `America/New_York`. */
  readonly zone: string;
  /** ISO 8601. */
  readonly signedUpAt: string;
}

export function users(store: AppStore): Collection<User> {
  return store.collection<User>('users');
}

/** Neither a name nor an address may contain control characters, which could add a header to a mail. */
export const EMAIL = {
  pattern: /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/,
  accepted: 'an address such as ada@example.com',
};

export const NAME = {
  pattern: /^[^\p{Cc}<>]{1,100}$/u,
  accepted: 'one line of at most 100 characters without < and >',
};
