import { ConfigurationInvalid, type InputIssue } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';
import { STORES } from './store-schema.js';

/** What stands for a setting in the environment: where its value goes and how its text is read. */
interface Variable {
  readonly path: readonly [string] | readonly [string, string];
  readonly read: (text: string) => unknown;
  readonly accepted: string;
}

const asText = (text: string): unknown => text;
const asNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);
const asFlag = (text: string): unknown => FLAGS.get(text.toLowerCase());
/** A bare number is milliseconds, as everywhere. */
const asDuration = (text: string): unknown => asNumber(text) ?? text;

/** `default=10,reports=2`, or `false`. */
const asQueues = (text: string): unknown => {
  if (asFlag(text) === false) return false;
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (pairs.some((pair) => pair.length !== 2)) return undefined;
  return Object.fromEntries(
    pairs.map(([name = '', concurrency = '']) => [name.trim(), asNumber(concurrency.trim())]),
  );
};

/** `mails=100/m,reports=10/h` */
const asRates = (text: string): unknown => {
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (pairs.some((pair) => pair.length !== 2)) return undefined;
  return Object.fromEntries(pairs.map(([name = '', rate = '']) => [name.trim(), rate.trim()]));
};

const variable = (path: Variable['path'], read: Variable['read'], accepted: string): Variable => ({
  path,
  read,
  accepted,
});
const DURATION = "a duration such as '1s', '5m' or 'PT1H'";
const NUMBER = 'a number';
const FLAG = 'true or false';
const RATES = "names with their rates, such as 'mails=100/m,reports=10/h'";

/** Every `SCHEDULER_*` variable that is read. */
export const ENVIRONMENT: Readonly<Record<string, Variable>> = {
  SCHEDULER_ENABLED: variable(['enabled'], asFlag, FLAG),
  SCHEDULER_STORE: variable(['store'], asText, STORES.join(', ')),
  SCHEDULER_QUEUE: variable(['queue'], asText, 'store or bullmq'),
  SCHEDULER_TABLE_PREFIX: variable(['tablePrefix'], asText, 'a prefix for table names'),
  SCHEDULER_SQLITE_FILE: variable(['sqlite', 'file'], asText, 'a path'),
  SCHEDULER_QUEUES: variable(
    ['queues'],
    asQueues,
    "queues with their concurrency, such as 'default=10,reports=2', or false",
  ),
  SCHEDULER_WORKERS: variable(['workers'], asNumber, NUMBER),
  SCHEDULER_POLL_INTERVAL: variable(['pollInterval'], asDuration, DURATION),
  SCHEDULER_DEFAULT_TIMEOUT: variable(['defaultTimeout'], asDuration, DURATION),
  SCHEDULER_RETRY_MAX_ATTEMPTS: variable(
    ['retry', 'maxRetries'],
    asNumber,
    'a number of attempts after the first',
  ),
  SCHEDULER_RETRY_INITIAL_DELAY: variable(['retry', 'initialDelay'], asDuration, DURATION),
  SCHEDULER_RETRY_MAX_DELAY: variable(['retry', 'maxDelay'], asDuration, DURATION),
  SCHEDULER_RETRY_MULTIPLIER: variable(['retry', 'multiplier'], asNumber, NUMBER),
  SCHEDULER_DLQ_ENABLED: variable(['deadLetters', 'enabled'], asFlag, FLAG),
  SCHEDULER_DLQ_QUEUE: variable(['deadLetters', 'queue'], asText, 'the name of a queue'),
  SCHEDULER_DLQ_HANDLER: variable(['deadLetters', 'handler'], asText, 'a job type'),
  SCHEDULER_DLQ_RETENTION: variable(['deadLetters', 'retention'], asDuration, DURATION),
  SCHEDULER_DLQ_MAX_ENTRIES: variable(['deadLetters', 'maxEntries'], asNumber, NUMBER),
  SCHEDULER_DECLARE_AT_START: variable(['declared', 'atStart'], asFlag, FLAG),
  SCHEDULER_ORPHANS: variable(['declared', 'orphans'], asText, 'pause, keep or delete'),
  SCHEDULER_APPLICATION: variable(['declared', 'application'], asText, 'a text'),
  SCHEDULER_DISTRIBUTED: variable(['leadership', 'distributed'], asFlag, FLAG),
  SCHEDULER_INSTANCE_ID: variable(['leadership', 'instanceId'], asText, 'a text'),
  SCHEDULER_LOCK_TTL: variable(['leadership', 'lockTtl'], asDuration, DURATION),
  SCHEDULER_LOCK_REFRESH: variable(['leadership', 'lockRefresh'], asDuration, DURATION),
  SCHEDULER_RATE_LIMIT_GLOBAL: variable(['rateLimits', 'global'], asText, "a rate such as '100/m'"),
  SCHEDULER_RATE_LIMIT_QUEUES: variable(['rateLimits', 'queues'], asRates, RATES),
  SCHEDULER_RATE_LIMIT_TYPES: variable(['rateLimits', 'types'], asRates, RATES),
  SCHEDULER_RATE_LIMIT_CUSTOM: variable(['rateLimits', 'custom'], asRates, RATES),
  SCHEDULER_SHUTDOWN_GRACE: variable(['shutdownGrace'], asDuration, DURATION),
  SCHEDULER_POSTGRES_URL: variable(['postgres', 'url'], asText, 'a connection URL'),
  SCHEDULER_POSTGRES_TABLE_PREFIX: variable(['postgres', 'tablePrefix'], asText, 'a prefix for table names'),
  SCHEDULER_POSTGRES_SCHEMA: variable(['postgres', 'schema'], asText, 'the name of a schema'),
  SCHEDULER_MYSQL_URL: variable(['mysql', 'url'], asText, 'a connection URL'),
  SCHEDULER_REDIS_URL: variable(['redis', 'url'], asText, 'a connection URL'),
  SCHEDULER_REDIS_KEY_PREFIX: variable(['redis', 'keyPrefix'], asText, 'a prefix for keys'),
  SCHEDULER_REDIS_DB: variable(['redis', 'db'], asNumber, NUMBER),
};

const PREFIX = 'SCHEDULER_';
/** Read by others: tests and tools. */
const FOREIGN = ['SCHEDULER_TEST_'];

type Settings = Record<string, unknown>;

/** The settings that the environment gives. An unknown `SCHEDULER_*` variable is refused: it is a typing error. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Settings {
  const issues: InputIssue[] = [];
  const settings: Settings = {};
  for (const [name, text] of ownVariables(env)) {
    const known = Object.hasOwn(ENVIRONMENT, name) ? ENVIRONMENT[name] : undefined;
    const value = known?.read(text.trim());
    if (known === undefined) issues.push(unknownVariable(name));
    else if (value === undefined)
      issues.push({ field: name, value: text, problem: 'cannot be read', accepted: known.accepted });
    else put(settings, known.path, value);
  }
  if (issues.length > 0) throw new ConfigurationInvalid(issues);
  return settings;
}

export interface UnknownVariable {
  readonly name: string;
  /** The known variable that was probably meant. Null: none is near. */
  readonly meant: string | null;
}

/** What is set and looks like a variable of ours, but is none. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly UnknownVariable[] {
  return ownVariables(env)
    .filter(([name]) => !Object.hasOwn(ENVIRONMENT, name))
    .map(([name]) => ({ name, meant: didYouMean(name, Object.keys(ENVIRONMENT)) }));
}

/** What is set under our prefix and is not read by others. */
function ownVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, text]) => {
    const isOwn = name.startsWith(PREFIX) && !FOREIGN.some((prefix) => name.startsWith(prefix));
    return isOwn && text !== undefined && text !== '' ? [[name, text] as const] : [];
  });
}

/** The variable that sets the setting at `path`, for messages. Null: none does. */
export function variableFor(path: string): string | null {
  return Object.keys(ENVIRONMENT).find((name) => ENVIRONMENT[name]?.path.join('.') === path) ?? null;
}

function unknownVariable(name: string): InputIssue {
  const meant = didYouMean(name, Object.keys(ENVIRONMENT));
  const problem =
    meant === null ? 'is not a known variable' : `is not a known variable; did you mean ${meant}?`;
  return { field: name, value: undefined, problem, accepted: Object.keys(ENVIRONMENT).join(', ') };
}

function put(settings: Settings, [section, key]: readonly string[], value: unknown): void {
  if (section === undefined) return;
  settings[section] =
    key === undefined ? value : { ...(settings[section] as Settings | undefined), [key]: value };
}
