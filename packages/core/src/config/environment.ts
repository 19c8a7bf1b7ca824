import type { SettingDescription } from '@scheduler/contracts/adapter';

/** A variable of the environment: which setting it sets, and how its text is read. */
export interface Variable {
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
  if (!allDistinct(pairs)) return undefined;
  return Object.fromEntries(
    pairs.map(([name = '', concurrency = '']) => [name.trim(), asNumber(concurrency.trim())]),
  );
};

/** Whether each is a name with one value, and no name comes twice: the earlier value would be lost silently. */
function allDistinct(pairs: readonly (readonly string[])[]): boolean {
  const names = new Set(pairs.map(([name = '']) => name.trim()));
  return names.size === pairs.length && pairs.every((pair) => pair.length === 2);
}

/** `mails=100/m,reports=10/h` */
const asRates = (text: string): unknown => {
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (!allDistinct(pairs)) return undefined;
  return Object.fromEntries(pairs.map(([name = '', rate = '']) => [name.trim(), rate.trim()]));
};

const asTexts = (text: string): unknown => text.split(',').map((part) => part.trim());

const variable = (path: Variable['path'], read: Variable['read'], accepted: string): Variable => ({
  path,
  read,
  accepted,
});
const DURATION = "a duration such as '1s', '5m' or 'PT1H'";
const NUMBER = 'a number';
const FLAG = 'true or false';
const RATES = "names with their rates, each once, such as 'mails=100/m,reports=10/h'";

export type Variables = Readonly<Record<string, Variable>>;

/** The variables of the scheduler. Stores and queues describe those that they read besides. */
export const ENVIRONMENT: Variables = {
  SCHEDULER_ENABLED: variable(['enabled'], asFlag, FLAG),
  SCHEDULER_STORE: variable(['store'], asText, 'the name of a store'),
  SCHEDULER_QUEUE: variable(['queue'], asText, 'the name of a queue'),
  SCHEDULER_TABLE_PREFIX: variable(['tablePrefix'], asText, 'a prefix for table names'),
  SCHEDULER_QUEUES: variable(
    ['queues'],
    asQueues,
    "queues with their concurrency, each once, such as 'default=10,reports=2', or false",
  ),
  SCHEDULER_PEER: variable(['peer'], asFlag, FLAG),
  SCHEDULER_WORKERS: variable(['workers'], asNumber, NUMBER),
  SCHEDULER_THREADS: variable(['threads'], asNumber, NUMBER),
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
  SCHEDULER_RETENTION_SUCCESS: variable(['retention', 'success'], asDuration, DURATION),
  SCHEDULER_RETENTION_FAILED: variable(['retention', 'failed'], asDuration, DURATION),
  SCHEDULER_RETENTION_JOBS: variable(['retention', 'jobs'], asDuration, DURATION),
  SCHEDULER_RETENTION_WORKFLOWS: variable(['retention', 'workflows'], asDuration, DURATION),
  SCHEDULER_RETENTION_AUDIT: variable(['retention', 'audit'], asDuration, DURATION),
  SCHEDULER_RETENTION_EVENTS: variable(['retention', 'events'], asDuration, DURATION),
  SCHEDULER_DECLARE_AT_START: variable(['declared', 'atStart'], asFlag, FLAG),
  SCHEDULER_ORPHANS: variable(['declared', 'orphans'], asText, 'pause, keep or delete'),
  SCHEDULER_APPLICATION: variable(['declared', 'application'], asText, 'a text'),
  SCHEDULER_LOG_LEVEL: variable(['log', 'level'], asText, 'debug, info, warn or error'),
  SCHEDULER_LOG_FORMAT: variable(['log', 'format'], asText, 'pretty or json'),
  SCHEDULER_HTTP_HOST: variable(['http', 'host'], asText, 'an address'),
  SCHEDULER_HTTP_PORT: variable(['http', 'port'], asNumber, NUMBER),
  SCHEDULER_HTTP_BASE_PATH: variable(['http', 'basePath'], asText, 'a path'),
  SCHEDULER_HTTP_READ_ONLY: variable(['http', 'readOnly'], asFlag, FLAG),
  SCHEDULER_HTTP_API_KEYS: variable(['http', 'apiKeys'], asFlag, FLAG),
  SCHEDULER_HTTP_DRAIN: variable(['http', 'drain'], asDuration, DURATION),
  SCHEDULER_DASHBOARD_URL: variable(['http', 'dashboardUrl'], asText, 'an address'),
  SCHEDULER_DISTRIBUTED: variable(['leadership', 'distributed'], asFlag, FLAG),
  SCHEDULER_INSTANCE_ID: variable(['leadership', 'instanceId'], asText, 'a text'),
  SCHEDULER_LOCK_TTL: variable(['leadership', 'lockTtl'], asDuration, DURATION),
  SCHEDULER_LOCK_REFRESH: variable(['leadership', 'lockRefresh'], asDuration, DURATION),
  SCHEDULER_RATE_LIMIT_GLOBAL: variable(['rateLimits', 'global'], asText, "a rate such as '100/m'"),
  SCHEDULER_RATE_LIMIT_QUEUES: variable(['rateLimits', 'queues'], asRates, RATES),
  SCHEDULER_RATE_LIMIT_TYPES: variable(['rateLimits', 'types'], asRates, RATES),
  SCHEDULER_RATE_LIMIT_CUSTOM: variable(['rateLimits', 'custom'], asRates, RATES),
  SCHEDULER_QUOTAS_JOBS: variable(['quotas', 'jobs'], asNumber, NUMBER),
  SCHEDULER_QUOTAS_WAITING: variable(['quotas', 'waiting'], asNumber, NUMBER),
  SCHEDULER_QUOTAS_WORKFLOWS: variable(['quotas', 'workflows'], asNumber, NUMBER),
  SCHEDULER_QUOTAS_PAYLOAD_BYTES: variable(['quotas', 'payloadBytes'], asNumber, NUMBER),
  SCHEDULER_ALERTS_ENABLED: variable(['alerts', 'enabled'], asFlag, FLAG),
  SCHEDULER_ALERTS_INTERVAL: variable(['alerts', 'interval'], asDuration, DURATION),
  SCHEDULER_ALERTS_RETENTION: variable(['alerts', 'retention'], asDuration, DURATION),
  SCHEDULER_ALERTS_QUEUE: variable(['alerts', 'queue'], asText, 'the name of a queue'),
  SCHEDULER_ALERTS_TIMEOUT: variable(['alerts', 'timeout'], asDuration, DURATION),
  SCHEDULER_ALERTS_WEBHOOK_URL: variable(['alerts', 'webhookUrl'], asText, 'an address'),
  SCHEDULER_ALERTS_WEBHOOK_SECRET: variable(['alerts', 'webhookSecret'], asText, 'a text'),
  SCHEDULER_ALERTS_SLACK_URL: variable(['alerts', 'slackUrl'], asText, 'an address'),
  SCHEDULER_ALERTS_EMAIL_TO: variable(['alerts', 'emailTo'], asTexts, 'addresses, separated by commas'),
  SCHEDULER_ALERTS_PING_URL: variable(['alerts', 'pingUrl'], asText, 'an address'),
  SCHEDULER_SHUTDOWN_GRACE: variable(['shutdownGrace'], asDuration, DURATION),
};

/** The variable of a described setting. */
export function variableOf(path: Variable['path'], { kind }: SettingDescription): Variable {
  if (kind === 'flag') return variable(path, asFlag, FLAG);
  return kind === 'integer' ? variable(path, asNumber, NUMBER) : variable(path, asText, 'a text');
}
