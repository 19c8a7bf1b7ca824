import { setImmediate as nextTurn } from 'node:timers/promises';
import { problemAnswer } from '../problems/problem.js';
import type { BulkRequest } from './bulk-action.js';
import type { BulkProgress } from './bulk-progress.js';

export interface RunParts {
  readonly progress: BulkProgress;
  readonly now: () => Date;
  /** Called with failures that are no fault of the caller. */
  readonly onError: (error: unknown) => void;
}

/** Items after which other requests get their turn, also where a store answers at once. */
const TURN = 20;

/** After one of these no item could be carried out: the node stops, the store is away, or the credential allows it no more. */
const ENDING: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'NOT_OPEN',
  'PERMISSION_DENIED',
  'READ_ONLY',
  'SHUTTING_DOWN',
  'STORE_UNAVAILABLE',
  'UNAUTHENTICATED',
]);

/** Carries out an action row by row, until all are done or it has to stop. It never throws. */
export async function runBulkAction(request: BulkRequest, parts: RunParts): Promise<void> {
  const { progress, now, onError } = parts;
  try {
    await carryOutAll(request, parts);
    progress.end(now());
  } catch (error) {
    if (problemAnswer(error).status === 500) onError(error);
    progress.end(now(), error);
  }
}

async function carryOutAll(request: BulkRequest, { progress, onError }: RunParts): Promise<void> {
  for await (const ids of request.ids())
    for (const id of ids) {
      if (progress.isToStop) return;
      try {
        await request.carryOut(id);
        progress.done += 1;
      } catch (error) {
        const { status, problem } = problemAnswer(error);
        if (ENDING.has(problem.code)) throw error;
        if (status === 500) onError(error);
        progress.fail(id, error);
      }
      if ((progress.done + progress.failed) % TURN === 0) await nextTurn();
    }
}
