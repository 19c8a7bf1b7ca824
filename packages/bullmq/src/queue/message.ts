import type { DispatchNote } from '@scheduler/contracts/adapter';
import type { JobsOptions } from 'bullmq';

/** What a message carries: the names of executions, and nothing that could be stale. */
export interface Message {
  readonly ids: readonly string[];
}

/** So many executions that are told about together share a message: a message costs BullMQ much more than a name in it. */
const MOST_IN_A_MESSAGE = 50;

/** Each by itself, by an id under which it is known again. */
export function oneEach(notes: readonly DispatchNote[]): readonly (readonly DispatchNote[])[] {
  return notes.map((note) => [note]);
}

/** Notes that may share a message: of one priority, and for now. */
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

/** How BullMQ calls them; the same for all. */
export const MESSAGE_NAME = 'execution';

/** BullMQ joins its keys by colons, and has no names with one. No name of ours holds what takes its place. */
const COLON = /:/g;
const IN_PLACE_OF_COLON = '~';

export function bullmqName(queue: string): string {
  return queue.replace(COLON, IN_PLACE_OF_COLON);
}

/** As the queue's own clock would have it, where somebody else's tells what is due. */
export function inOwnTime(
  notes: readonly DispatchNote[],
  { now, own }: { readonly now: Date; readonly own: Date },
): readonly DispatchNote[] {
  const shiftMs = own.getTime() - now.getTime();
  return notes.map((note) => ({ ...note, availableAt: new Date(note.availableAt.getTime() + shiftMs) }));
}

/**
 * A duplicate of a dispatch has the same id, and is taken once; a later dispatch of the same execution has another fence. What is due
 * does not wait for a message that somebody with a wrong clock has put off.
 */
export function messageId(notes: readonly DispatchNote[], isLater: boolean): string {
  const [first] = notes;
  const id = `${first?.executionId.replace(COLON, IN_PLACE_OF_COLON)}-${first?.fence}`;
  if (isLater) return `${id}-later`;
  return notes.length === 1 ? id : `${id}-and-${notes.length - 1}`;
}

/** What was in a message and is told again: BullMQ chooses the id. */
export function returnOptions(priority: number | undefined): JobsOptions {
  return { ...priorityOption(priority ?? 0), removeOnComplete: true, removeOnFail: true };
}

function priorityOption(priority: number): Pick<JobsOptions, 'priority'> {
  return priority === 0 ? {} : { priority };
}

/** BullMQ's order is ours: 0 before all others, then the lower number first. */
export function messageOptions(notes: readonly DispatchNote[], nowMs: number): JobsOptions {
  const delay = Math.max(0, ...notes.map(({ availableAt }) => availableAt.getTime() - nowMs));
  return {
    jobId: messageId(notes, delay > 0),
    ...priorityOption(notes[0]?.priority ?? 0),
    ...(delay > 0 ? { delay } : {}),
    removeOnComplete: true,
    removeOnFail: true,
  };
}
