import { ConfigurationInvalid, type JsonValue } from '@scheduler/contracts';
import { withoutCredentials } from './without-credentials.js';

/** Takes secrets out of a text before it is stored or logged. */
export type Redact = (text: string) => string;

export interface RedactOptions {
  /** Further names whose values are secret, in any case, such as `iban` or `x-signature`. */
  readonly names?: readonly string[];
  /** Further patterns of secrets; every match is replaced. */
  readonly patterns?: readonly RegExp[];
}

const HIDDEN = '***';

/** Names whose values are secret, as they appear in addresses, headers, JSON and connection strings. */
const NAMES: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'client[_-]?secret',
  'token',
  '[a-z]+[_-]token',
  'api[_-]?key',
  'x-api-key',
  'access[_-]?key(?:[_-]?id)?',
  'secret[_-]?(?:access[_-]?)?key',
  'private[_-]?key',
  'signature',
  'sig',
  'auth',
  'cookie',
  'set-cookie',
  'session[_-]?id',
];

/** Secrets that are known by their own shape. */
const SHAPES: readonly RegExp[] = [
  // A block that is cut off is a secret too.
  /-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g,
  /\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  // Our own API keys.
  /\bsch_[A-Za-z0-9]{1,64}_[0-9a-f]{64}\b/g,
  /\b(?:gh[oprsu]|github_pat|glpat|xox[abprs]|[rs]k_(?:live|test))[-_][\w-]{10,}/g,
];

const SCHEMES =
  /\b(Bearer|Basic)(\s+)(?!(?:auth(?:entication|orization)?|tokens?|schemes?|access)\b)[^\s,;"'<>]+/gi;

/** The redaction of a node: what is secret everywhere, and what the application names. */
export function createRedact({ names = [], patterns = [] }: RedactOptions = {}): Redact {
  const pairs = pairsOf([...NAMES, ...names.map(escaped)]);
  const shapes = [...SHAPES, ...patterns.map(global)];
  return (text) => {
    let safe = withoutCredentials(text);
    for (const shape of shapes) safe = safe.replace(shape, HIDDEN);
    safe = safe.replace(SCHEMES, `$1$2${HIDDEN}`);
    return safe.replace(pairs, (_match, begin: string) => `${begin}${HIDDEN}`);
  };
}

/** Checks what the application names as secret. */
export function readRedactOptions(options: RedactOptions): RedactOptions {
  const lists: readonly (readonly [keyof RedactOptions, (item: unknown) => boolean, string])[] = [
    ['names', (item) => typeof item === 'string' && item !== '', "a list of names, such as ['iban']"],
    ['patterns', (item) => item instanceof RegExp, 'a list of regular expressions, such as [/\\bIBAN \\w+/]'],
  ];
  if (typeof options !== 'object' || options === null) throw refuse('redact', options, '{ names, patterns }');
  for (const [field, fits, accepted] of lists) {
    const list: unknown = options[field];
    if (list !== undefined && !(Array.isArray(list) && list.every(fits)))
      throw refuse(`redact.${field}`, undefined, accepted);
  }
  const unknown = Object.keys(options).find((key) => !lists.some(([field]) => field === key));
  if (unknown !== undefined) throw refuse(`redact.${unknown}`, undefined, 'names and patterns');
  return options;
}

function refuse(field: string, value: unknown, accepted: string): ConfigurationInvalid {
  return new ConfigurationInvalid({
    field,
    value,
    problem: 'is not known or not of the right kind',
    accepted,
  });
}

/** A name, the sign after it, and a value up to its end: in quotes, or up to the next sign that separates values. */
function pairsOf(names: readonly string[]): RegExp {
  const name = `(?:${names.join('|')})`;
  const value = `(?:"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|(?!\\*\\*\\*)[^\\s,;&"'})\\]]+)`;
  return new RegExp(`((?<![a-z0-9])["']?${name}["']?\\s{0,3}(?:=>|[:=])\\s{0,3})${value}`, 'gi');
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function global(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

const SECRET_NAME = new RegExp(`^(?:${NAMES.join('|')}|authorization)$`, 'i');

/** JSON without secrets: in its texts, and under names that say so. */
export function redactJson(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactJson(item, redact));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && item !== null ? HIDDEN : redactJson(item as JsonValue, redact),
    ]),
  );
}
