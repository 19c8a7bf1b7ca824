import type { Clock, LoggedEvent, Logger } from '@scheduler/contracts';
import type { StoreTime } from '@scheduler/contracts/adapter';
import { toExecutionError } from '../../policies/failures/execution-error.js';
import { runCausedBy } from '../../support/cause.js';
import { upcast } from '../schemas/upcast.js';
import { type EventReader, nameOfEvent } from './define-reader.js';
import type { ReaderHold } from './reader-hold.js';
import type { EventLetter, ReaderState } from './reader-state.js';

export interface DeliveryParts {
  readonly reader: EventReader;
  readonly clock: Clock;
  readonly storeTime: Pick<StoreTime, 'now'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** More of them are not kept: then the subscription stops until some are delivered or deleted, and loses nothing. */
export const MOST_LETTERS = 100;

/** Delivers events in their order. False: one of them has failed, and those after it have to wait. */
export async function deliverEvents(
  parts: DeliveryParts,
  hold: ReaderHold,
  events: readonly LoggedEvent[],
): Promise<boolean> {
  let done = hold.place.position;
  for (const event of events) {
    if (parts.signal.aborted) {
      await hold.update(({ state }) => ({ position: done, state }));
      return false;
    }
    const isWanted = parts.reader.names?.has(nameOfEvent(event)) ?? true;
    if (isWanted && !(await deliverOne(parts, hold, { event, done }))) return false;
    done = event.position;
  }
  return true;
}

/** Null: it was delivered. */
export async function errorOfDelivery(
  { reader, signal }: Pick<DeliveryParts, 'reader' | 'signal'>,
  event: LoggedEvent,
  attempt: number,
): Promise<string | null> {
  try {
    await runCausedBy(`${reader.kind}:${reader.name}`, () =>
      reader.handle(upcast(event), { attempt, signal }),
    );
    return null;
  } catch (error) {
    return toExecutionError(error).message;
  }
}

interface Delivered {
  readonly event: LoggedEvent;
  /** The position up to which everything is delivered. */
  readonly done: string | null;
}

/** False: the event is not done with. */
async function deliverOne(
  parts: DeliveryParts,
  hold: ReaderHold,
  { event, done }: Delivered,
): Promise<boolean> {
  const { reader, storeTime, logger } = parts;
  const { position } = event;
  const { failing, letters } = hold.place.state;
  const before = failing?.position === position ? failing.attempts : 0;
  const attempts = before + 1;
  const error = await errorOfDelivery(parts, event, attempts);
  if (error === null) {
    if (before > 0) await hold.update(({ state }) => ({ position, state: { ...state, failing: null } }));
    return true;
  }
  const atMs = storeTime.now();
  const fields = { reader: reader.name, event: event.name, position, attempts, error };
  if (attempts <= reader.retry.maxRetries) {
    logger.warn('an event could not be delivered', fields);
    const next = { position, attempts, error, retryAtMs: atMs + waitOf(reader.retry, attempts) };
    await hold.update(({ state }) => ({ position: done, state: { ...state, failing: next } }));
    return false;
  }
  const isLetter = reader.kind === 'subscription' && letters.length < MOST_LETTERS;
  logger.error(isLetter ? 'an event became a dead letter of its subscription' : STOPPED, fields);
  await hold.update(({ state }) =>
    isLetter
      ? { position, state: withLetter(state, event, { attempts, error, atMs }) }
      : { position: done, state: { ...state, failing: null, stopped: { position, error, atMs } } },
  );
  return isLetter;
}

const STOPPED = 'a reader of the event log has stopped, since an event cannot be delivered to it';

function waitOf({ initialDelayMs, maxDelayMs }: EventReader['retry'], attempts: number): number {
  return Math.min(initialDelayMs * 2 ** (attempts - 1), maxDelayMs);
}

function withLetter(
  state: ReaderState,
  { position, name, jobId }: LoggedEvent,
  failure: Pick<EventLetter, 'attempts' | 'error' | 'atMs'>,
): ReaderState {
  const letter = { position, name, jobId, retry: false, ...failure };
  return { ...state, failing: null, letters: [...state.letters, letter] };
}
