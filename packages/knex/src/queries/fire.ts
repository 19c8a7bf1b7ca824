import type { Execution } from '@scheduler/contracts';
import {
  executionAdded,
  FiredOccurrences,
  type FireJobs,
  type FireResult,
  type Firing,
  jobChanged,
  overlaps,
  type RunningExecution,
  skipForOverlap,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Sql } from '../sql/sql.js';
import type { WakeUps } from '../wake-up/wake-ups.js';
import { asStored, existingOccurrences, occurrenceKey } from './shared/execution-batch.js';
import { markLimited } from './shared/limited-queues.js';
import { runningOf } from './running-of.js';
import { type Unfinished, unfinishedOf } from './unfinished.js';
import { uniqueKeysFor, type UniqueKeys, needsUniqueKey } from './unique-keys.js';
import type { PlannedFiring } from './fired-batch.js';
import { type FiredTerms, writeFired } from './write-fired.js';

const MAX_RACES = 5;

/**
 * Fires due jobs (A1). The firings are decided by what was read first. The write then changes only jobs whose revision is the same, and
 * everything that could change the decision also changes the revision.
 */
export async function fire(
  database: Database,
  { firings, cause = null }: FireJobs,
  wakeUps: WakeUps,
): Promise<readonly FireResult[]> {
  if (firings.length === 0) return [];
  const fired = new Map<string, PlannedFiring>();
  for (const round of roundsWithoutSharedKeys(firings))
    for (const [id, plan] of await fireRound(database, round, { wakeUps, cause })) fired.set(id, plan);
  return firings.map(({ job: { id } }) => {
    const plan = fired.get(id);
    return plan === undefined ? { kind: 'conflict', jobId: id } : plan;
  });
}

/** If another node took a unique key meanwhile, the round is decided again. After the last race its jobs wait for the next tick. */
async function fireRound(
  database: Database,
  firings: readonly Firing[],
  { wakeUps, cause }: { readonly wakeUps: WakeUps; readonly cause: string | null },
): Promise<ReadonlyMap<string, PlannedFiring>> {
  for (let races = 0; races < MAX_RACES; races += 1) {
    const planned = await planAll(database, firings);
    try {
      const won = await writeFired(database, [...planned.values()], {
        notify: notifying(planned, wakeUps),
        eventsOf: eventsOfFired(firings, cause),
      });
      return new Map([...planned].filter(([id]) => won.has(id)));
    } catch (error) {
      if (database.duplicate(error) !== 'unique') throw error;
    }
  }
  return new Map();
}

/**
 * Firings that want the same unique key go into different rounds, so that none is skipped because of a firing that did not happen.
 * Usually there is one round.
 */
function roundsWithoutSharedKeys(firings: readonly Firing[]): readonly (readonly Firing[])[] {
  const rounds: { readonly keys: Set<string>; readonly firings: Firing[] }[] = [];
  for (const firing of firings) {
    const keys = firing.executions.filter(needsUniqueKey).flatMap(({ unique }) => unique?.key ?? []);
    const round = rounds.find((one) => keys.every((key) => !one.keys.has(key)));
    if (round === undefined) rounds.push({ keys: new Set(keys), firings: [firing] });
    else {
      round.firings.push(firing);
      for (const key of keys) round.keys.add(key);
    }
  }
  return rounds.map((round) => round.firings);
}

/** What a firing leaves in the event log. Everything of it happens at the time that is written into the job. */
function eventsOfFired(firings: readonly Firing[], cause: string | null): FiredTerms['eventsOf'] {
  const before = new Map(firings.map(({ job }) => [job.id, job]));
  return ({ job, executions }) => {
    const context = { at: job.updatedAt, cause };
    return [
      ...jobChanged(before.get(job.id) ?? job, job, context),
      ...executions.map((execution) => executionAdded(execution, context)),
    ];
  };
}

/** Notifies other nodes in the statement that inserts the executions. */
function notifying(planned: ReadonlyMap<string, PlannedFiring>, wakeUps: WakeUps): Sql | null {
  const waiting = [...planned.values()].flatMap(({ executions }) =>
    executions.filter(({ status }) => status === 'pending').map(({ queue }) => queue),
  );
  return waiting.length === 0 ? null : wakeUps.notifying(waiting);
}

async function planAll(
  database: Database,
  firings: readonly Firing[],
): Promise<ReadonlyMap<string, PlannedFiring>> {
  const live = firings.filter(({ job }) => job.canExecute());
  const executions = live.flatMap((firing) => firing.executions);
  const [unfinished, existing] = await Promise.all([
    unfinishedOf(
      database,
      live.map(({ job }) => job.id),
    ),
    existingOccurrences(database, executions),
  ]);
  const running = await runningOf(database, busyJobs(live, unfinished));
  const at = new Date(await database.recentNow());
  const uniqueKeys = await uniqueKeysFor(database, executions, { at });
  const planned = new Map<string, PlannedFiring>();
  for (const firing of live) {
    const { id } = firing.job;
    if (!planned.has(id))
      planned.set(
        id,
        plan(
          { ...firing, executions: asStored(database, firing.executions, at) },
          { at, existing, uniqueKeys, unfinished: unfinished(id), running: running(id) },
        ),
      );
  }
  await prepare(database, executions, uniqueKeys);
  return planned;
}

/** The jobs of which an occurrence may overlap what runs. */
function busyJobs(firings: readonly Firing[], unfinished: (jobId: string) => Unfinished): readonly string[] {
  return firings
    .filter(({ job, overlap }) => overlap !== 'queue' && unfinished(job.id).isRunning)
    .map(({ job }) => job.id);
}

/** Expired unique keys are released, whatever becomes of the firing. */
async function prepare(
  database: Database,
  executions: readonly Execution[],
  uniqueKeys: UniqueKeys,
): Promise<void> {
  const release = uniqueKeys.release(database);
  if (release !== null) await database.write(release);
  await markLimited(database, executions);
}

interface Facts {
  readonly at: Date;
  readonly uniqueKeys: UniqueKeys;
  readonly existing: ReadonlySet<string>;
  readonly unfinished: Unfinished;
  readonly running: readonly RunningExecution[];
}

function plan(firing: Firing, { at, existing, uniqueKeys, unfinished, running }: Facts): PlannedFiring {
  const fired = new FiredOccurrences(firing.job, firing);
  for (const given of firing.executions) {
    if (existing.has(occurrenceKey(given))) continue;
    const skips = overlaps(given, firing, running);
    fired.add(fired.numbered(skips ? skipForOverlap(given, at) : uniqueKeys.admit(given)));
  }
  return fired.result({ hasUnfinished: unfinished.isRunning || unfinished.isWaiting, at });
}
