import { ConfigurationInvalid, type JobMiddleware, type JobObserver } from '@scheduler/contracts';
import {
  accepting,
  anything,
  type Check,
  checkInput,
  either,
  type Fields,
  fields,
  having,
  isFunction,
  listOf,
  optional,
} from '@scheduler/contracts/adapter';

const STORE_RULE = 'a store, such as createMemoryStore({ clock: new SystemClock() })';
const PORTS = ['schedules', 'executions', 'queue', 'queues', 'leadership', 'events'] as const;

const store: Check = (value, field) => {
  const issues = having(['open', 'close'], STORE_RULE)(value, field);
  if (issues.length > 0) return issues;
  const ports = value as Readonly<Record<string, unknown>>;
  const missing = PORTS.filter((name) => typeof ports[name] !== 'object' || ports[name] === null);
  return missing.length === 0
    ? []
    : [{ field, value: undefined, problem: `has no ${missing.join(', ')}`, accepted: STORE_RULE }];
};

/** An object with at least one of these methods; a misspelt one would never be called. */
function withOneOf(methods: readonly string[]): Check {
  return accepting(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.some((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function'),
    'has none of the methods that are called',
    `an object with any of ${methods.join(', ')}`,
  );
}

const OBSERVED: Readonly<Record<keyof JobObserver, true>> = {
  beforeJob: true,
  afterJob: true,
  onEnqueue: true,
  onRetry: true,
  onDead: true,
};
const HOOKS: Readonly<Record<Exclude<keyof JobMiddleware, 'name'>, true>> = {
  handle: true,
  beforeExecute: true,
  afterExecute: true,
  onError: true,
  onComplete: true,
};

const handlers: Check = (value, field) =>
  typeof value === 'object' && value !== null && Symbol.iterator in value
    ? listOf(having(['supports', 'handle'], 'a JobHandler, such as defineHandler({ type, handle })'), '')(
        [...(value as Iterable<unknown>)],
        field,
      )
    : [
        {
          field,
          value,
          problem: 'is not a list of handlers',
          accepted: '[defineHandler({ type, handle }), …]',
        },
      ];

/** Every option of a node. What is not an option is refused. */
export const NODE_OPTIONS = {
  store,
  handlers: optional(handlers),
  jobs: optional(listOf(anything, 'a list of definitions, such as [{ name, type, trigger }]')),
  agents: optional(having(['dispatch'], 'an AgentDispatcher')),
  workflows: optional(
    either(
      having(['attach'], ''),
      having(['start'], 'createWorkflows({ definitions }), or a WorkflowDispatcher'),
    ),
  ),
  config: anything,
  env: optional(
    accepting((value) => typeof value === 'object' && value !== null, 'is not an object', 'process.env'),
  ),
  clock: optional(having(['now', 'monotonicMs', 'setTimer'], 'a Clock, such as new SystemClock()')),
  ids: optional(having(['next'], 'an IdGenerator, such as new UuidV7Generator()')),
  randomness: optional(having(['next'], 'a Randomness, such as new SystemRandomness()')),
  logger: anything,
  redact: anything,
  recurrence: optional(
    having(['compile', 'describe'], 'a RecurrenceEngine, such as createRecurrenceEngine()'),
  ),
  calendarExporter: optional(
    having(
      ['toICalendar', 'toGoogleCalendarUrl', 'toOutlookUrl'],
      'a CalendarExporter, such as createCalendarExporter({ clock })',
    ),
  ),
  alertMailer: optional(
    having(['send'], 'an AlertMailer, such as { send: async ({ to, subject, text }) => … }'),
  ),
  processStatistics: optional(having(['read'], 'a ProcessStatistics')),
  classifyError: optional(isFunction('a function (error) => ErrorClass | null')),
  tenantQuotas: optional(isFunction('a function (tenant) => { jobs, waiting, workflows, payloadBytes }')),
  tracing: optional(having(['current'], 'a Tracing, such as openTelemetryTracing() of @scheduler/telemetry')),
  middleware: optional(listOf(either(isFunction(''), withOneOf(Object.keys(HOOKS))), 'a list of middleware')),
  observers: optional(listOf(withOneOf(Object.keys(OBSERVED)), 'a list of observers')),
  subscriptions: optional(
    listOf(
      having(['handle', 'reset'], 'defineSubscription({ name, events, handle })'),
      'a list of subscriptions',
    ),
  ),
  projections: optional(
    listOf(having(['handle', 'reset'], 'defineProjection({ name, on })'), 'a list of projections'),
  ),
  onDeadLetter: optional(isFunction('a function ({ execution, error }) => …')),
} satisfies Fields;

/** Throws ConfigurationInvalid for options that are missing, wrong or not known. */
export function checkNodeOptions(options: unknown, known: Fields): void {
  checkInput({
    value: options,
    check: fields(known, '{ store, handlers, … }'),
    field: 'options',
    error: ConfigurationInvalid,
  });
}
