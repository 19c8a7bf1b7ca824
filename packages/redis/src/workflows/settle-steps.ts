import { arrivalsOf } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import type { Changed, SettleTerms } from '../executions/settle-changes.js';
import type { RunPlan } from './advance-args.js';
import { type AdvanceAnswer, advanceRuns, tryToAdvance } from './advance-runs.js';

/**
 * Ends executions of steps together with what follows from it in their runs. Returns those that ended; the others are not as they were, so
 * that nothing was written for them.
 */
export async function settleSteps(
  database: RedisDatabase,
  changed: readonly Changed[],
  terms: SettleTerms,
): Promise<ReadonlySet<Changed>> {
  const roots = rootsOf(changed);
  if (roots.length < 2) return settleTree(database, changed, terms);
  const answer = await database.runs.inTurn(roots, () =>
    tryToAdvance(database, { ...terms, plan: () => planOf(changed, terms) }),
  );
  if (answer.kind === 'done') return new Set(changed);
  // Each tree by itself, so that one in which others are busy does not hold up the rest.
  const ended = new Set<Changed>();
  for (const root of roots) {
    const ofRoot = changed.filter(({ after }) => after.workflow?.root === root);
    for (const one of await settleTree(database, ofRoot, terms)) ended.add(one);
  }
  return ended;
}

async function settleTree(
  database: RedisDatabase,
  changed: readonly Changed[],
  terms: SettleTerms,
): Promise<ReadonlySet<Changed>> {
  let open = changed;
  while (open.length > 0) {
    const request = { ...terms, roots: rootsOf(open), plan: () => planOf(open, terms) };
    const lost = lostOf(await advanceRuns(database, request));
    if (lost.size === 0) break;
    open = open.filter((_, index) => !lost.has(index));
  }
  return new Set(open);
}

function lostOf(answer: AdvanceAnswer): ReadonlySet<number> {
  return answer.kind === 'lost' ? answer.lost : new Set();
}

function planOf(ends: readonly Changed[], { isLeaseSame = false }: SettleTerms): RunPlan {
  return { ends, isLeaseSame, commands: arrivalsOf(ends.map(({ after }) => after)) };
}

function rootsOf(changed: readonly Changed[]): readonly string[] {
  return [...new Set(changed.flatMap(({ after }) => after.workflow?.root ?? []))];
}
