import { EventInvalid, EventReaderNotFound } from '@scheduler/contracts';
import { checkInput, type EventCheckpoint, type EventLog, text } from '@scheduler/contracts/adapter';
import { argument, checkArguments, rejecting } from '../../support/input/arguments.js';
import { type EventLetter, readReaderState, type ReaderKind, type ReaderState } from './reader-state.js';

/** How far a subscription or a projection has come. */
export interface EventReaderReport {
  readonly name: string;
  readonly kind: ReaderKind;
  readonly position: string | null;
  /** True: there is nothing after its position. */
  readonly isAtEnd: boolean;
  /** The node that reads. Null: nobody does. */
  readonly holder: string | null;
  /** The event that fails, and is delivered again. Null: none does. */
  readonly failing: {
    readonly position: string;
    readonly attempts: number;
    readonly error: string;
    readonly retryAt: Date;
  } | null;
  /** Why nothing is read any more. Null: it goes on. */
  readonly stopped: { readonly position: string | null; readonly error: string; readonly at: Date } | null;
  readonly deadLetters: readonly EventDeadLetter[];
}

/** An event that a subscription could not take. */
export interface EventDeadLetter {
  readonly position: string;
  readonly name: string;
  readonly jobId: string | null;
  readonly at: Date;
  readonly attempts: number;
  readonly error: string;
  /** Whether it is about to be delivered once more. */
  readonly isRetried: boolean;
}

const LONGEST_NAME = 255;
const theName = argument('name', text(LONGEST_NAME));
const thePosition = argument('position', text(LONGEST_NAME));
const MOST_TRIES = 20;

/** The subscriptions and projections of all nodes: how far they are, and what is done about those that cannot go on. */
export class EventReaders {
  static {
    checkArguments<EventReaders>(EventReaders, {
      list: rejecting(EventInvalid),
      get: rejecting(EventInvalid, theName),
      replay: rejecting(EventInvalid, theName),
      resume: rejecting(EventInvalid, theName),
      remove: rejecting(EventInvalid, theName),
      retryDeadLetter: rejecting(EventInvalid, theName, thePosition),
      deleteDeadLetter: rejecting(EventInvalid, theName, thePosition),
    });
  }

  constructor(private readonly log: EventLog) {}

  /** All that have read, on whatever node, by name. */
  async list(): Promise<readonly EventReaderReport[]> {
    const { latest } = await this.log.bounds();
    return (await this.log.checkpoints()).flatMap((checkpoint) => reportOf(checkpoint, latest) ?? []);
  }

  /** Throws EventReaderNotFound. */
  async get(name: string): Promise<EventReaderReport> {
    const [{ latest }, checkpoint] = await Promise.all([this.log.bounds(), this.log.checkpoint({ name })]);
    const report = checkpoint === null ? null : reportOf(checkpoint, latest);
    if (report === null) throw new EventReaderNotFound(name);
    return report;
  }

  /** Lets it begin again with the oldest event that is kept. A projection is emptied first, by its `reset`. */
  replay(name: string): Promise<EventReaderReport> {
    return this.change(name, (state) => ({ ...state, replay: true, stopped: null, failing: null }));
  }

  /** Lets one that has stopped try the event once more at which it has stopped. */
  resume(name: string): Promise<EventReaderReport> {
    return this.change(name, (state) => ({ ...state, stopped: null, failing: null }));
  }

  /** Forgets one that is not used any more. One that is still used begins as if it were new. False: there was none. */
  remove(name: string): Promise<boolean> {
    return this.log.deleteCheckpoint({ name });
  }

  /** Lets an event that became a dead letter be delivered once more. Throws EventReaderNotFound, or EventInvalid for what is no dead letter. */
  retryDeadLetter(name: string, position: string): Promise<EventReaderReport> {
    return this.change(name, (state) => ({
      ...state,
      letters: withLetter(state, position, (letter) => [{ ...letter, retry: true }]),
    }));
  }

  deleteDeadLetter(name: string, position: string): Promise<EventReaderReport> {
    return this.change(name, (state) => ({ ...state, letters: withLetter(state, position, () => []) }));
  }

  private async change(
    name: string,
    change: (state: ReaderState) => ReaderState,
  ): Promise<EventReaderReport> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const checkpoint = await this.log.checkpoint({ name });
      const state = checkpoint === null ? null : readReaderState(checkpoint.state);
      if (checkpoint === null || state === null) throw new EventReaderNotFound(name);
      const { position, revision: expectedRevision } = checkpoint;
      if (await this.log.saveCheckpoint({ name, position, state: change(state), expectedRevision }))
        return this.get(name);
    }
    throw new Error(`the checkpoint ${name} is being written by others all the time; try again`);
  }
}

function withLetter(
  { letters }: ReaderState,
  position: string,
  change: (letter: EventLetter) => readonly EventLetter[],
): EventLetter[] {
  checkInput({
    value: position,
    check: (value, field) =>
      letters.some((letter) => letter.position === value)
        ? []
        : [{ field, value, problem: 'is no dead letter of it', accepted: 'the position of a dead letter' }],
    field: 'position',
    error: EventInvalid,
  });
  return letters.flatMap((letter) => (letter.position === position ? change(letter) : [letter]));
}

/** Null: it is the checkpoint of something else. */
function reportOf(
  { name, position, state }: EventCheckpoint,
  latest: string | null,
): EventReaderReport | null {
  const read = readReaderState(state);
  if (read === null) return null;
  const { kind, holder, failing, stopped, letters } = read;
  return {
    name,
    kind,
    position,
    isAtEnd: latest === null || (position !== null && position >= latest),
    holder,
    failing:
      failing === null
        ? null
        : {
            position: failing.position,
            attempts: failing.attempts,
            error: failing.error,
            retryAt: new Date(failing.retryAtMs),
          },
    stopped:
      stopped === null
        ? null
        : { position: stopped.position, error: stopped.error, at: new Date(stopped.atMs) },
    deadLetters: letters.map(({ atMs, retry: isRetried, ...letter }) => ({
      ...letter,
      at: new Date(atMs),
      isRetried,
    })),
  };
}
