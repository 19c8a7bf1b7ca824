import type { DispatchNote } from '@scheduler/contracts/adapter';
import type { JobsOptions } from 'bullmq';

/** The data of a message: the ids of executions, and nothing that could become stale. */
export interface Message {
  readonly ids: readonly string[];
}

/** How many executions share a message at most. They share one because a message costs BullMQ much more than an id in it. */
const MOST_IN_A_MESSAGE = 50;

/**
 * How long before its instant a message for later is delivered: Redis ends waits of workers only every 100 ms. Until the
 * instant the worker waits by its own timer.
 */
const EARLY_MS = 250;

/** One message for each note, so that a repeated dispatch has the same message id. */
export function oneEach(notes: readonly DispatchNote[]): readonly (readonly DispatchNote[])[] {
  return notes.map((note) => [note]);
}

/** Groups the notes that may share a message: those of one priority that are available now. */
export function groupNotes(
  notes: readonly DispatchNote[],
  nowMs: number,
): readonly (readonly DispatchNote[])[] {
  const groups: DispatchNote[][] = [];
  const open = new Map<number, DispatchNote[]>();
  for (const note of notes) {
    const isLater = note.availableAt.getTime() > nowMs;
    const group = isLater ? undefined : open.get(note.priority);
    if (group !== undefined && group.length < MOST_IN_A_MESSAGE) group.push(note);
    else {
      const next = [note];
      groups.push(next);
      if (!isLater) open.set(note.priority, next);
    }
  }
  return groups;
}

/** The name of all messages in BullMQ. */
export const MESSAGE_NAME = 'execution';

/** BullMQ separates the parts of its keys by colons, so that names must not contain one. The replacement is not allowed in names of the scheduler. */
const COLON = /:/g;
const IN_PLACE_OF_COLON = '~';

export function bullmqName(queue: string): string {
  return queue.replace(COLON, IN_PLACE_OF_COLON);
}

/** Converts the instants of notes from the clock of the sender to the clock of this process, which computes delays. */
export function toLocalTime(
  notes: readonly DispatchNote[],
  { now, localNow }: { readonly now: Date; readonly localNow: Date },
): readonly DispatchNote[] {
  const shiftMs = localNow.getTime() - now.getTime();
  return notes.map((note) => ({ ...note, availableAt: new Date(note.availableAt.getTime() + shiftMs) }));
}

/**
 * A repeated dispatch has the same id, so that BullMQ takes it once; a later dispatch of the same execution has another fence. Delayed
 * messages have a different id, so that work that is due does not wait for a message that a node with a wrong clock has delayed.
 */
export function messageId(notes: readonly DispatchNote[], isLater: boolean): string {
  const [first] = notes;
  const id = `${first?.executionId.replace(COLON, IN_PLACE_OF_COLON)}-${first?.fence}`;
  if (isLater) return `${id}-later`;
  return notes.length === 1 ? id : `${id}-and-${notes.length - 1}`;
}

/** The options of a message with ids that were returned. It has no id, so that BullMQ chooses one. */
export function returnOptions(priority: number | undefined): JobsOptions {
  return { ...priorityOption(priority ?? 0), removeOnComplete: true, removeOnFail: true };
}

function priorityOption(priority: number): Pick<JobsOptions, 'priority'> {
  return priority === 0 ? {} : { priority };
}

/** The options of a message. Priorities in BullMQ have the same order: 0 before all others, then the lower number first. */
export function messageOptions(notes: readonly DispatchNote[], nowMs: number): JobsOptions {
  const untilMs = Math.max(0, ...notes.map(({ availableAt }) => availableAt.getTime() - nowMs));
  const delay = Math.max(0, untilMs - EARLY_MS);
  return {
    jobId: messageId(notes, untilMs > 0),
    ...priorityOption(notes[0]?.priority ?? 0),
    ...(delay > 0 ? { delay } : {}),
    removeOnComplete: true,
    removeOnFail: true,
  };
}
