import type { ScheduledJob } from '@scheduler/contracts';
import type { ForeseenStart } from './foreseen-starts.js';
import { type SlotsByQueue, slotsOf } from './queue-forecast.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const MINUTES = 60;
/** So many jobs that begin in the same second are reported, even if there are slots for all of them. */
const MANY = 3;
/** The assumed duration of a job that has never run. */
const GUESSED_MS = 1_000;
const LONGEST_JITTER_MS = 60 * MINUTE_MS;

/** Jobs of one queue that begin in the same second, once or again and again. */
export interface Collision {
  readonly queue: string;
  /** When the jobs collide first. */
  readonly at: Date;
  /** How often the same jobs collide. */
  readonly times: number;
  readonly jobs: readonly CollidingJob[];
  readonly slots: number | null;
  /** How many of them find no slot. 0 where the number of slots is unknown. */
  readonly waiting: number;
  /** Minutes of that hour in which nothing else of the queue begins, the nearest first: as many as would be needed. */
  readonly freeMinutes: readonly number[];
  /** A jitter that would spread them widely enough. */
  readonly jitterMs: number;
}

export interface CollidingJob {
  readonly id: string;
  readonly name: string;
  /** Null: it has never run. */
  readonly avgDurationMs: number | null;
}

/** The collisions, the worst first: by how many jobs have to wait, then by how many collide and how often. */
export function collisionsOf(
  starts: readonly ForeseenStart[],
  slots: SlotsByQueue,
  limit: number,
): readonly Collision[] {
  const met = new Map<string, Meeting>();
  for (const together of bySecond(starts))
    for (const meeting of meetingsOf(together, slots)) remember(met, meeting);
  return [...met.values()]
    .sort(
      (a, b) =>
        waitingOf(b, slots) - waitingOf(a, slots) || b.jobs.length - a.jobs.length || b.times - a.times,
    )
    .slice(0, limit)
    .map((meeting) => collisionOf(meeting, starts, slots));
}

interface Meeting {
  readonly queue: string;
  readonly at: number;
  readonly jobs: readonly ScheduledJob[];
  times: number;
}

/** Groups the starts of the same second; a start that is alone in its second is left out. */
function* bySecond(starts: readonly ForeseenStart[]): Generator<readonly ForeseenStart[]> {
  const secondOf = (index: number) => Math.floor((starts[index]?.at ?? Number.NaN) / SECOND_MS);
  for (let first = 0, next = 0; first < starts.length; first = next) {
    while (next < starts.length && secondOf(next) === secondOf(first)) next += 1;
    if (next - first > 1) yield starts.slice(first, next);
  }
}

function meetingsOf(together: readonly ForeseenStart[], slots: SlotsByQueue): readonly Meeting[] {
  const queues = new Map<string, Set<ScheduledJob>>();
  for (const { job } of together) {
    const jobs = queues.get(job.policies.queue) ?? new Set();
    queues.set(job.policies.queue, jobs.add(job));
  }
  const at = together[0]?.at ?? 0;
  return [...queues]
    .filter(([queue, { size }]) => size >= Math.min(MANY, (slotsOf(slots, queue) ?? MANY) + 1) && size > 1)
    .map(([queue, jobs]) => ({ queue, at, jobs: [...jobs], times: 1 }));
}

function remember(met: Map<string, Meeting>, meeting: Meeting): void {
  const ids = meeting.jobs.map(({ id }) => id).sort();
  const key = JSON.stringify([meeting.queue, ids]);
  const known = met.get(key);
  if (known === undefined) met.set(key, meeting);
  else known.times += 1;
}

function waitingOf({ queue, jobs }: Meeting, slots: SlotsByQueue): number {
  return Math.max(0, jobs.length - (slotsOf(slots, queue) ?? jobs.length));
}

function collisionOf(meeting: Meeting, starts: readonly ForeseenStart[], slots: SlotsByQueue): Collision {
  const { queue, at, times, jobs } = meeting;
  const slotCount = slotsOf(slots, queue);
  return {
    queue,
    at: new Date(at),
    times,
    jobs: jobs.map(({ id, name, avgDurationMs }) => ({ id, name, avgDurationMs })),
    slots: slotCount,
    waiting: waitingOf(meeting, slots),
    freeMinutes: freeMinutes(meeting, starts),
    jitterMs: jitterFor(jobs, slotCount ?? 1),
  };
}

/** The minutes to which all but one of the jobs could move. */
function freeMinutes({ queue, at, jobs }: Meeting, starts: readonly ForeseenStart[]): readonly number[] {
  const hour = at - (at % (MINUTES * MINUTE_MS));
  const own = Math.floor((at - hour) / MINUTE_MS);
  const taken = new Set<number>();
  for (let index = firstFrom(starts, hour); index < starts.length; index += 1) {
    const start = starts[index];
    if (start === undefined || start.at >= hour + MINUTES * MINUTE_MS) break;
    if (start.job.policies.queue === queue) taken.add(Math.floor((start.at - hour) / MINUTE_MS));
  }
  return Array.from({ length: MINUTES }, (_, minute) => minute)
    .filter((minute) => !taken.has(minute))
    .sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || b - a)
    .slice(0, jobs.length - 1);
}

/** The index of the first start that is not earlier. */
function firstFrom(starts: readonly ForeseenStart[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The time in which the slots can run all jobs one after the other, in whole minutes. */
function jitterFor(jobs: readonly ScheduledJob[], slots: number): number {
  const total = jobs.reduce((sum, { avgDurationMs }) => sum + (avgDurationMs ?? GUESSED_MS), 0);
  return Math.min(LONGEST_JITTER_MS, Math.max(1, Math.ceil(total / slots / MINUTE_MS)) * MINUTE_MS);
}
