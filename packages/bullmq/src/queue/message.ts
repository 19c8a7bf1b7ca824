import type { DispatchNote } from '@scheduler/contracts';
import type { JobsOptions } from 'bullmq';

/** What a message carries: the name of an execution, and nothing that could be stale. */
export interface Message {
  readonly id: string;
}

/** How BullMQ calls them; the same for all. */
export const MESSAGE_NAME = 'execution';

/** BullMQ joins its keys by colons, and has no names with one. No name of ours holds what takes its place. */
const COLON = /:/g;
const IN_PLACE_OF_COLON = '~';

export function bullmqName(queue: string): string {
  return queue.replace(COLON, IN_PLACE_OF_COLON);
}

/**
 * A duplicate of a dispatch has the same id, and is taken once; a later dispatch of the same execution has another fence. What is due
 * does not wait for a message that somebody with a wrong clock has put off.
 */
export function messageId({ executionId, fence }: DispatchNote, isLater: boolean): string {
  return `${executionId.replace(COLON, IN_PLACE_OF_COLON)}-${fence}${isLater ? '-later' : ''}`;
}

/** BullMQ's order is ours: 0 before all others, then the lower number first. */
export function messageOptions(note: DispatchNote, nowMs: number): JobsOptions {
  const delay = note.availableAt.getTime() - nowMs;
  return {
    jobId: messageId(note, delay > 0),
    ...(note.priority === 0 ? {} : { priority: note.priority }),
    ...(delay > 0 ? { delay } : {}),
    removeOnComplete: true,
    removeOnFail: true,
  };
}
