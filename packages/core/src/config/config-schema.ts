import {
  ConfigurationInvalid,
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  DEFAULT_QUEUE,
  isJobType,
  JOB_TYPE_RULE,
  type Weekday,
  WEEKDAYS,
} from '@scheduler/contracts';
import { z } from 'zod';
import { duration, flag, integer, oneOf, queueField, text } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';
import { circuits, rateLimits } from './limits-schema.js';
import { alerts, contradictionsOfAlerts, sendsAlerts } from './alerts-schema.js';
import { quotas } from './quotas-schema.js';
import { anyQueue, anyStore, chosenQueue, chosenStore, missingSettings } from './choice-schema.js';
import { type Described, type Sections, sectionsOf } from './described.js';
import { identifier, sectionSchema } from './section-schema.js';

/** The settings of the scheduler with their defaults: one place for both. Those of stores and queues are described by their packages. */

const DAY_MS = 86_400_000;
const MOST_WORKERS = 10_000;
const MOST_THREADS = 256;
const JOB_TYPE_LENGTH = 128;
const MOST_DEAD_LETTERS = 1_000_000_000;
const BASE_PATH_RULE = "a path such as '/api/v1/scheduler', without a slash at its end";
const DASHBOARD_RULE = "an address such as 'https://jobs.example.com/api/v1/scheduler/dashboard'";

const milliseconds = (least: number, inWords: string, byDefault: number) =>
  duration(least, inWords).prefault(byDefault);
const section = <TShape extends z.ZodRawShape>(shape: TShape) =>
  z.strictObject(shape, schemaError('is not an object'));

const retry = section({
  maxRetries: integer(0, 1_000).default(3),
  initialDelay: milliseconds(0, '0', DEFAULT_BACKOFF.delayMs),
  maxDelay: milliseconds(0, '0', DEFAULT_BACKOFF.maxDelayMs),
  multiplier: z
    .number(schemaError('is not a number', '1 or more'))
    .min(1, schemaError('is too small', '1 or more'))
    .default(DEFAULT_BACKOFF.factor),
  strategy: oneOf(['fixed', 'linear', 'exponential']).default(DEFAULT_BACKOFF.strategy),
  jitter: z
    .number(schemaError('is not a number', '0 to 1'))
    .min(0, schemaError('is too small', '0 to 1'))
    .max(1, schemaError('is too big', '0 to 1'))
    .default(DEFAULT_BACKOFF.jitter),
});

const missedRuns = section({
  policy: oneOf(['skip', 'latest', 'all']).default(DEFAULT_MISSED_RUNS.policy),
  cap: integer(1, 10_000).default(DEFAULT_MISSED_RUNS.cap),
  grace: milliseconds(0, '0', DEFAULT_MISSED_RUNS.graceMs),
});

const deadLetters = section({
  enabled: flag.default(true),
  queue: queueField.default('dead'),
  handler: text(JOB_TYPE_LENGTH)
    .refine(isJobType, schemaError('is not a job type', JOB_TYPE_RULE))
    .nullable()
    .default(null),
  retention: milliseconds(1_000, '1 s', 30 * DAY_MS),
  maxEntries: integer(1, MOST_DEAD_LETTERS).default(10_000),
});

const declared = section({
  atStart: flag.default(true),
  orphans: oneOf(['pause', 'keep', 'delete']).default('pause'),
  application: text(64).default('default'),
});

const retention = section({
  success: milliseconds(1_000, '1 s', 7 * DAY_MS),
  failed: milliseconds(1_000, '1 s', 30 * DAY_MS),
  jobs: milliseconds(1_000, '1 s', 90 * DAY_MS),
  workflows: milliseconds(1_000, '1 s', 30 * DAY_MS),
  audit: milliseconds(1_000, '1 s', 90 * DAY_MS),
  events: duration(1_000, '1 s').nullable().default(null),
});

const http = section({
  host: text(255).default('127.0.0.1'),
  port: integer(0, 65_535).default(3_000),
  basePath: z
    .string(schemaError('is not a text', BASE_PATH_RULE))
    .regex(/^(?:\/[A-Za-z0-9._~-]+)*$/, schemaError('is not a path', BASE_PATH_RULE))
    .nullable()
    .default(null),
  readOnly: flag.default(false),
  apiKeys: flag.default(false),
  drain: milliseconds(0, '0', 0),
  dashboardUrl: z
    .string(schemaError('is not a text', DASHBOARD_RULE))
    .regex(/^https?:\/\/[^\s?#@]{1,2000}$/, schemaError('is not an address', DASHBOARD_RULE))
    .refine((url) => URL.canParse(url), schemaError('is not an address', DASHBOARD_RULE))
    .nullable()
    .default(null),
});

const log = section({
  level: oneOf(['debug', 'info', 'warn', 'error']).default('warn'),
  format: oneOf(['pretty', 'json']).nullable().default(null),
});

const leadership = section({
  distributed: flag.default(false),
  instanceId: text(128).nullable().default(null),
  lockTtl: milliseconds(1_000, '1 s', 30_000),
  lockRefresh: milliseconds(100, '100 ms', 10_000),
});

const lease = section({
  duration: milliseconds(1_000, '1 s', 30_000),
  heartbeat: milliseconds(100, '100 ms', 10_000),
  selfAbort: milliseconds(200, '200 ms', 20_000),
  rescueInterval: milliseconds(100, '100 ms', 5_000),
  rescueGrace: milliseconds(0, '0', 0),
});

const DATE_RULE = "dates such as '2027-12-24'";
const calendar = section({
  weekend: z
    .array(
      oneOf(WEEKDAYS as [Weekday, ...Weekday[]]),
      schemaError('is not a list of weekdays', WEEKDAYS.join(', ')),
    )
    .default(['saturday', 'sunday']),
  holidays: z
    .array(
      z
        .string(schemaError('is not a text', DATE_RULE))
        .regex(/^\d{4}-\d{2}-\d{2}$/, schemaError('is not a date', DATE_RULE)),
      schemaError('is not a list of dates', DATE_RULE),
    )
    .default([]),
});

const QUEUES_RULE = '{ name: concurrency } , or false for a node that processes none';

const engineShape = {
  enabled: flag.default(true),
  store: anyStore,
  queue: anyQueue,
  tablePrefix: identifier.default('scheduler_'),
  queues: z
    .union(
      [z.record(queueField, integer(1, MOST_WORKERS)), z.literal(false)],
      schemaError('is not a set of queues', QUEUES_RULE),
    )
    .optional(),
  peer: flag.default(true),
  workers: integer(1, MOST_WORKERS).default(5),
  threads: integer(1, MOST_THREADS).nullable().default(null),
  preemption: z
    .union(
      [flag, z.array(queueField)],
      schemaError('is not a set of queues', 'true, false, or a list of queues'),
    )
    .default(false),
  pollInterval: milliseconds(10, '10 ms', 1_000),
  defaultTimeout: milliseconds(1, '1 ms', 300_000),
  retry: retry.prefault({}),
  missedRuns: missedRuns.prefault({}),
  deadLetters: deadLetters.prefault({}),
  declared: declared.prefault({}),
  retention: retention.prefault({}),
  log: log.prefault({}),
  http: http.prefault({}),
  leadership: leadership.prefault({}),
  lease: lease.prefault({}),
  rateLimits: rateLimits.prefault({}),
  circuits: circuits.default({}),
  quotas: quotas.prefault({}),
  alerts: alerts.prefault({}),
  shutdownGrace: milliseconds(0, '0', 30_000),
  calendars: z
    .record(text(64), calendar, schemaError('is not a set of calendars', '{ name: { weekend, holidays } }'))
    .default({}),
  unknownTypes: oneOf(['refuse', 'accept']).default('refuse'),
};

type EngineSchema = z.ZodObject<typeof engineShape, z.core.$strict>;

export type ReadConfig = z.output<EngineSchema>;

/** What may be given; everything has a default. */
export type SchedulerConfigInput = z.input<EngineSchema>;

export interface ConfigSchema {
  readonly schema: z.ZodType<ReadConfig>;
  readonly sections: Sections;
  /** The names of all settings and sections. */
  readonly known: readonly string[];
}

/** The settings of the scheduler, together with those of the stores and queues that it is handed. */
export function configSchemaOf(described: Described): ConfigSchema {
  const sections = sectionsOf(described);
  refuseOwnNames(sections);
  const shape = {
    ...engineShape,
    store: chosenStore(described.stores),
    queue: chosenQueue(described),
    ...Object.fromEntries([...sections].map(([name, settings]) => [name, sectionSchema(settings)])),
  };
  const schema = z
    .strictObject(shape, schemaError('is not an object', '{ workers, queues, … }'))
    .superRefine((config, context) => {
      const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      for (const { path, message } of missingSettings(config, described)) refuse(path, message);
      for (const { path, message } of contradictions(config)) refuse(path, message);
    });
  return { schema, sections, known: Object.keys(shape) };
}

/** The schema for a node that is given its store: it is always the same, and composed once. */
export const PLAIN_SCHEMA = configSchemaOf({});

function refuseOwnNames(sections: Sections): void {
  const own = [...sections.keys()].find((name) => Object.hasOwn(engineShape, name));
  if (own === undefined) return;
  throw new ConfigurationInvalid({
    field: own,
    value: undefined,
    problem: 'is a setting of the scheduler, and cannot be a section of a store',
    accepted: 'a section with a name of its own',
  });
}

type Contradicting = Pick<ReadConfig, 'lease' | 'leadership' | 'retry' | 'alerts'>;

/** Refuses settings that contradict each other. */
function contradictions({ lease, leadership, retry, alerts: watched }: Contradicting) {
  return [
    ...contradictionsOfAlerts(watched),
    ...(retry.initialDelay <= retry.maxDelay
      ? []
      : [{ path: ['retry', 'initialDelay'], message: 'must not be longer than retry.maxDelay' }]),
    ...(lease.heartbeat < lease.selfAbort
      ? []
      : [{ path: ['lease', 'heartbeat'], message: 'must be shorter than lease.selfAbort' }]),
    ...(lease.selfAbort < lease.duration
      ? []
      : [{ path: ['lease', 'selfAbort'], message: 'must be shorter than lease.duration' }]),
    ...(leadership.lockRefresh < leadership.lockTtl
      ? []
      : [{ path: ['leadership', 'lockRefresh'], message: 'must be shorter than leadership.lockTtl' }]),
  ];
}

/**
 * The queues of this node. Without any setting it processes the default queue, so that enqueued work is not left waiting. A handler for
 * dead letters adds their queue, and one that sends alerts that of alerts, each with one slot: otherwise what is moved there would be in a
 * queue that nobody processes.
 */
export function queuesOf(read: ReadConfig): Readonly<Record<string, number>> {
  const { queues, workers, deadLetters, alerts: watched } = read;
  if (queues === false) return {};
  const processed = queues ?? { [DEFAULT_QUEUE]: workers };
  const isHandled = deadLetters.enabled && deadLetters.handler !== null;
  return {
    ...(isHandled ? { [deadLetters.queue]: 1 } : {}),
    ...(sendsAlerts(watched) ? { [watched.queue]: 1 } : {}),
    ...processed,
  };
}
