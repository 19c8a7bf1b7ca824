import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '@scheduler/contracts';
import { type AdvancedTrees, advanceTrees } from '@scheduler/contracts/adapter';
import { confirmAmbiguousWrite } from '../database/confirm-ambiguous-write.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { STORE_NAME } from '../database/refuse-transaction.js';
import { advanceArgs, type RunPlan } from './advance-args.js';
import { ADVANCE } from './advance-step.js';
import { runKey } from './run-keys.js';
import { TreeReads } from './tree-reads.js';

export interface AdvanceRequest {
  readonly at: Date;
  readonly cause: string | null;
  /** The roots of the trees, as far as they are known. Calls of this process with the same ones wait for each other. */
  readonly roots: readonly string[];
  /** Decides in each try again, by what it reads. Null: there is nothing to write. */
  readonly plan: (reads: TreeReads) => RunPlan | null | Promise<RunPlan | null>;
}

/**
 * `nothing`: there was nothing to write. `lost`: a lease is lost, or executions that were to end are not as they were; their positions among
 * the ends. `changed`: others have changed something that it was decided by. In these cases nothing is written.
 */
export type AdvanceAnswer =
  | { readonly kind: 'done'; readonly advanced: AdvancedTrees }
  | { readonly kind: 'lost'; readonly lost: ReadonlySet<number> }
  | { readonly kind: 'nothing' | 'changed' };

/** Of many writers one succeeds each time, so that this many are needed only by a run that very many nodes change at once. */
const MOST_TRIES = 200;
/** So many tries follow each other at once. */
const TRIES_WITHOUT_WAIT = 3;
const LONGEST_WAIT_MS = 20;

/**
 * Changes trees of runs in one atomic step: what it needs is read, the rules of workflows decide here, and one script writes everything unless
 * something was changed meanwhile. Then it is decided again.
 */
export async function advanceRuns(
  database: RedisDatabase,
  request: AdvanceRequest,
): Promise<Exclude<AdvanceAnswer, { kind: 'changed' }>> {
  return database.runs.inTurn(request.roots, async () => {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const answer = await tryToAdvance(database, request);
      if (answer.kind !== 'changed') return answer as Exclude<AdvanceAnswer, { kind: 'changed' }>;
      if (tries > TRIES_WITHOUT_WAIT) await sleep(Math.random() * Math.min(tries, LONGEST_WAIT_MS));
    }
    throw new StoreUnavailable(
      STORE_NAME,
      `runs of workflows below ${request.roots.join(', ')} were changed by others in each of ${MOST_TRIES} tries`,
      { wayOut: 'try again' },
    );
  });
}

/** One try. */
export async function tryToAdvance(
  database: RedisDatabase,
  { at, cause, plan: decide }: Omit<AdvanceRequest, 'roots'>,
): Promise<AdvanceAnswer> {
  const reads = new TreeReads(database, { at, cause });
  const plan = await decide(reads);
  if (plan === null) return { kind: 'nothing' };
  reads.end(plan.ends?.map(({ after }) => after) ?? []);
  const walk = advanceTrees(plan, at);
  let next = walk.next();
  while (next.done !== true) next = walk.next(await reads.answer(next.value));
  if (reads.isStale) return { kind: 'changed' };
  const advanced = next.value;
  const by = randomBytes(12).toString('base64url');
  const [result, ...lost] = await write(database, { plan, reads, advanced, by, logs: database.logs });
  if (result === 'lost') return { kind: 'lost', lost: new Set(lost.map((index) => index - 1)) };
  if (result === 'changed') return { kind: 'changed' };
  database.runs.known.replace(advanced.runs, by);
  if (advanced.runs.length > 0) database.runs.notify(advanced);
  return { kind: 'done', advanced };
}

type Answer = readonly ['done' | 'lost' | 'changed', ...number[]];

/** The name of the write in the runs shows whether it happened, if the answer was lost. */
async function write(database: RedisDatabase, parts: Parameters<typeof advanceArgs>[0]): Promise<Answer> {
  const { by, reads } = parts;
  const [first] = parts.advanced.runs;
  return confirmAmbiguousWrite(database, {
    write: async () => (await database.change(ADVANCE, advanceArgs(parts), reads.context.cause)) as Answer,
    findResult: async () => {
      if (first === undefined) return null;
      const stored = await database.redis.hget(database.key(runKey(first.id)), 'by');
      return stored === by ? ['done'] : null;
    },
  });
}
