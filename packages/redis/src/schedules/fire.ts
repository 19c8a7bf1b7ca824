import type { Execution } from '@scheduler/contracts';
import {
  FiredOccurrences,
  type FireJobs,
  type FireResult,
  type Firing,
  skipAsDuplicate,
  skipForOverlap,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { type Args, newExecutionArgs } from '../executions/execution-args.js';
import { FIRE } from './fire-step.js';

/** The number of firings in one script. */
const FIRED_AT_ONCE = 100;

/** What became of an execution (see `FIRE`). */
type Verdict = 'run' | 'given' | 'overlap' | 'stored' | `=${string}`;
/** A conflict, or whether the job has unfinished executions afterwards and what became of each execution. */
type Answer = readonly [0] | readonly [1, 0 | 1, ...Verdict[]];

/** A1: each firing is atomic on its own; a conflict in one does not affect the others. */
export async function fire(
  database: RedisDatabase,
  { firings, cause }: FireJobs,
): Promise<readonly FireResult[]> {
  const results: FireResult[] = [];
  for (const chunk of inChunks(firings, FIRED_AT_ONCE)) {
    const answer = await database.change(FIRE, [chunk.length, ...chunk.flatMap(firingArgs)], cause);
    const [now, ...answers] = answer as [number, ...Answer[]];
    for (const [index, firing] of chunk.entries())
      results.push(resultOf(firing, answers[index] ?? [0], new Date(now)));
  }
  return results;
}

function firingArgs({ job, nextRunAt, lastRunAt, executions, overlap }: Firing): Args {
  return [
    job.id,
    job.revision,
    nextRunAt?.getTime() ?? '',
    lastRunAt?.getTime() ?? '',
    overlap ?? 'skip',
    executions.length,
    ...executions.flatMap(newExecutionArgs),
  ];
}

/** Computes what the script has written. That is possible because the job is as it was read, or there is a conflict. */
function resultOf(firing: Firing, [isFired, hasUnfinished, ...verdicts]: Answer, at: Date): FireResult {
  if (isFired === 0) return { kind: 'conflict', jobId: firing.job.id };
  const fired = new FiredOccurrences(firing.job, firing);
  for (const [index, execution] of firing.executions.entries()) {
    const verdict = verdicts[index] ?? 'stored';
    if (verdict !== 'stored') fired.add(fired.numbered(asStored(execution, verdict, at)));
  }
  return fired.result({ hasUnfinished: hasUnfinished === 1, at });
}

function asStored(execution: Execution, verdict: Verdict, at: Date): Execution {
  if (verdict === 'run' || verdict === 'given') return execution;
  return verdict === 'overlap'
    ? skipForOverlap(execution, at)
    : skipAsDuplicate(execution, verdict.slice(1), at);
}
