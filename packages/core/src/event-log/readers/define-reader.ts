import {
  ConfigurationInvalid,
  type DurationInput,
  type LoggedEvent,
  toMilliseconds,
} from '@scheduler/contracts';
import {
  accepting,
  type Check,
  checkInput,
  duration,
  fields,
  isFunction,
  isPlainObject,
  listOf,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { LOGGED_EVENT_NAMES } from '@scheduler/contracts/adapter';
import type { ReaderKind } from './reader-state.js';

/** What a handler gets to know of a delivery besides the event. */
export interface DeliveryContext {
  /** The number of the delivery of this event, from 1. */
  readonly attempt: number;
  /** Aborted when another node has taken over, and when the node stops. */
  readonly signal: AbortSignal;
}

/** Called with one event after the other. If it throws or rejects, the event is delivered again. */
export type HandleEvent = (event: LoggedEvent, context: DeliveryContext) => unknown;

export interface DeliveryRetry {
  /** How often an event is delivered again. Default: 10. */
  readonly maxRetries?: number;
  /** The wait before the first retry, which doubles with each. Default: 1 s. */
  readonly initialDelay?: DurationInput;
  /** Default: 5 minutes. */
  readonly maxDelay?: DurationInput;
}

export interface SubscriptionOptions {
  /** The name of its checkpoint: the same on every node, and never used for something else. */
  readonly name: string;
  /** Names of the event log such as `JobPaused`, and of what handlers emit, such as `report.generated`. */
  readonly events: readonly string[];
  readonly handle: HandleEvent;
  /** Where it begins when it is new. Default: `now`. */
  readonly from?: 'now' | 'beginning';
  readonly retry?: DeliveryRetry;
}

export interface ProjectionOptions {
  /** The name of its checkpoint: the same on every node, and never used for something else. */
  readonly name: string;
  /** A function for each event that it is built from: names as those of a subscription. */
  readonly on: Readonly<Record<string, HandleEvent>>;
  /** Empties what was built, before it is built anew by `replay`. Default: nothing is emptied. */
  readonly reset?: () => unknown;
  readonly retry?: DeliveryRetry;
}

/** A durable reader of the event log, as a node runs it. */
export interface EventReader {
  readonly kind: ReaderKind;
  readonly name: string;
  readonly from: 'now' | 'beginning';
  /** Null: whatever handlers emit. */
  readonly names: ReadonlySet<string> | null;
  readonly handle: HandleEvent;
  readonly reset: () => unknown;
  readonly retry: {
    readonly maxRetries: number;
    readonly initialDelayMs: number;
    readonly maxDelayMs: number;
  };
}

const NAME_RULE = 'letters, digits and any of . _ : - , at most 128, not beginning with scheduler:';
const readerName: Check = accepting(
  (value) => typeof value === 'string' && /^(?!scheduler:)[A-Za-z0-9][\w.:-]{0,127}$/.test(value),
  'is not a name',
  NAME_RULE,
);
const LONGEST_NAME = 255;
const eventName = text(LONGEST_NAME);
const MOST_RETRIES = 1_000;
const retry = optional(
  fields(
    {
      maxRetries: optional(wholeNumber(0, MOST_RETRIES)),
      initialDelay: optional(duration(1)),
      maxDelay: optional(duration(1)),
    },
    '{ maxRetries, initialDelay, maxDelay }',
  ),
);
const isFilled: Check = accepting(
  (value) => Array.isArray(value) && value.length > 0,
  'names no event',
  "a list such as ['JobPaused', 'report.generated']",
);
const names: Check = (value, field) => {
  const empty = isFilled(value, field);
  return empty.length > 0 ? empty : listOf(eventName, 'a list of names')(value, field);
};
const handle = isFunction('a function (event, context) => …');
const on: Check = (value, field) => {
  if (!isPlainObject(value) || Object.keys(value).length === 0)
    return [{ field, value, problem: 'names no event', accepted: '{ JobPaused: (event) => … }' }];
  return Object.entries(value).flatMap(([name, given]) => handle(given, `${field}.${name}`));
};

const SUBSCRIPTION = fields(
  { name: readerName, events: names, handle, from: optional(oneOf('now', 'beginning')), retry },
  '{ name, events, handle, from, retry }',
);
const PROJECTION = fields(
  { name: readerName, on, reset: optional(isFunction('a function () => …')), retry },
  '{ name, on, reset, retry }',
);

/**
 * A durable subscription: its handler gets every event of these names at least once, in order, on one node at a time. An event whose retries
 * are used up becomes a dead letter of the subscription, and the ones after it follow.
 *
 * @example
 * const welcome = defineSubscription({
 *   name: 'welcome-mails',
 *   events: ['customer.created'],
 *   handle: async ({ data }) => mailer.welcome(data),
 * });
 * const node = createSchedulerNode({ store, subscriptions: [welcome] });
 */
export function defineSubscription(options: SubscriptionOptions): EventReader {
  checkInput({ value: options, check: SUBSCRIPTION, field: 'subscription', error: ConfigurationInvalid });
  const { name, events, handle: call, from = 'now' } = options;
  return reader({
    kind: 'subscription',
    name,
    from,
    names: new Set(events),
    handle: call,
    retry: options.retry,
  });
}

/**
 * A read model that is built from the event log: each function gets its events at least once, in order, on one node at a time. A function that
 * keeps `event.position` together with what it writes, and leaves out what is not after it, gets them exactly once. When the retries of an
 * event are used up the projection stops, alone, and says so; it goes on with `events:resume`, or anew with `events:replay`.
 *
 * @example
 * const pauses = defineProjection({
 *   name: 'pauses',
 *   on: { JobPaused: ({ jobId, at }) => table.insert({ jobId, at }) },
 *   reset: () => table.truncate(),
 * });
 */
export function defineProjection(options: ProjectionOptions): EventReader {
  checkInput({ value: options, check: PROJECTION, field: 'projection', error: ConfigurationInvalid });
  const handlers = new Map(Object.entries(options.on));
  return reader({
    kind: 'projection',
    name: options.name,
    from: 'beginning',
    names: new Set(handlers.keys()),
    handle: (event, context) => handlers.get(nameOfEvent(event))?.(event, context),
    reset: options.reset,
    retry: options.retry,
  });
}

/** The name under which an event is subscribed to: what a handler has emitted goes by its own name. */
export function nameOfEvent({ name, data }: Pick<LoggedEvent, 'name' | 'data'>): string {
  return name === 'DomainEventEmitted' ? String(data['name']) : name;
}

/** The names of the log that a reader asks for. */
export function loggedNames(wanted: EventReader['names']): readonly string[] {
  if (wanted === null) return ['DomainEventEmitted'];
  const known = new Set<string>(LOGGED_EVENT_NAMES);
  const logged = [...wanted].filter((name) => known.has(name));
  return logged.length === wanted.size ? logged : [...new Set([...logged, 'DomainEventEmitted'])];
}

type Given = Omit<EventReader, 'reset' | 'retry'> & {
  readonly reset?: (() => unknown) | undefined;
  readonly retry?: DeliveryRetry | undefined;
};

export function reader({ reset = () => undefined, retry: given = {}, ...rest }: Given): EventReader {
  const { maxRetries = 10, initialDelay = '1s', maxDelay = '5m' } = given;
  return Object.freeze({
    ...rest,
    reset,
    retry: {
      maxRetries,
      initialDelayMs: toMilliseconds(initialDelay),
      maxDelayMs: toMilliseconds(maxDelay),
    },
  });
}
