/** Texts that must never appear in a message: parts of an address, and values of users. */
export const CANARY = {
  user: 'canaryuser',
  password: 'canarypassword',
  host: 'canaryhost',
  name: 'canarydatabase',
  payload: 'canary - payload \' " ` value',
} as const;

const SECRETS = /canary|127\.0\.0\.1|localhost|scheduler:scheduler|insert into|select |update /i;

/** Checks that an error, its fields and its cause contain no secret and no statement. */
export function expectNoSecrets(error: Error): void {
  const { cause, ...fields } = error as Error & Record<string, unknown>;
  const texts = [error.message, String(error), error.stack?.split('\n    at ')[0], JSON.stringify(fields)];
  for (const text of texts) expect(text).not.toMatch(SECRETS);
  if (cause !== undefined) expectNoSecrets(cause as Error);
}
