import type { JsonObject } from '@scheduler/contracts';
import { z } from 'zod';

/** What a reader of the log has to remember besides its position. It is kept in its checkpoint, so that every node sees it. */

const letter = z.object({
  position: z.string(),
  name: z.string(),
  jobId: z.string().nullable(),
  /** When it was given up, in milliseconds. */
  atMs: z.number(),
  attempts: z.number(),
  error: z.string(),
  /** Whether somebody has asked to deliver it once more. */
  retry: z.boolean(),
});

const stateSchema = z.object({
  kind: z.enum(['subscription', 'projection']),
  /** The node that reads. Null: nobody does. */
  holder: z.string().nullable(),
  /** Until when it does, in milliseconds by the time of the store. */
  heldUntilMs: z.number(),
  /** The event whose delivery fails. */
  failing: z
    .object({ position: z.string(), attempts: z.number(), error: z.string(), retryAtMs: z.number() })
    .nullable(),
  /** Why nothing is read any more. */
  stopped: z.object({ position: z.string().nullable(), error: z.string(), atMs: z.number() }).nullable(),
  /** Whether somebody has asked to begin again, so that what was built has to be emptied first. */
  replay: z.boolean(),
  letters: z.array(letter),
});

export type ReaderState = z.output<typeof stateSchema>;
export type EventLetter = ReaderState['letters'][number];
export type ReaderKind = ReaderState['kind'];

export function newReaderState(kind: ReaderKind): ReaderState {
  return { kind, holder: null, heldUntilMs: 0, failing: null, stopped: null, replay: false, letters: [] };
}

/** Null: the checkpoint is not that of a reader. */
export function readReaderState(state: JsonObject): ReaderState | null {
  const read = stateSchema.safeParse(state);
  return read.success ? read.data : null;
}
