import { type ScheduleDefinition, trigger } from '@scheduler/contracts';
import type { SchedulerConfigInput } from '@scheduler/core';
import { WORK } from './workload-handlers.js';

/** What is scheduled in a simulation, and how long people and faults disturb it. */
export interface Workload {
  readonly name: string;
  readonly lastsMs: number;
  readonly definitions: (from: Date) => readonly ScheduleDefinition[];
  /** Things that people do meanwhile: so many in the whole run. 0: nobody disturbs. */
  readonly interventions: number;
}

const RETRIES = { maxRetries: 3, backoff: { strategy: 'fixed', delay: '300ms' } } as const;
/** Each instant is to run, however late. */
const EACH = { missedRuns: { policy: 'all', cap: 1_000, grace: '2s' } } as const;

/** Short leases, so that much happens within seconds. */
export const SIMULATED_LEASE_MS = 3_000;

export const SIMULATED_CONFIG: SchedulerConfigInput = {
  queues: { default: 4, side: 2 },
  pollInterval: '1s',
  lease: {
    duration: SIMULATED_LEASE_MS,
    heartbeat: 900,
    selfAbort: 2_000,
    rescueInterval: 700,
    rescueGrace: 0,
  },
  shutdownGrace: '1s',
};

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Every kind of trigger, both overlap rules, every missed-run policy, retries, timeouts, snoozing, poison. */
export const EVERYTHING: Workload = {
  name: 'everything',
  lastsMs: 25_000,
  interventions: 30,
  definitions: (from) => {
    const endAt = later(from, 25_000);
    const recurring = { endAt, ...RETRIES };
    return [
      {
        ...recurring,
        ...EACH,
        name: 'each-second',
        type: WORK.quick,
        trigger: trigger.every('1s'),
        allowOverlap: true,
      },
      { ...recurring, name: 'one-at-a-time', type: WORK.slow, trigger: trigger.every('2s'), timeout: '20s' },
      {
        ...recurring,
        name: 'skips-missed',
        type: WORK.quick,
        trigger: trigger.cron('*/3 * * * * *', { zone: 'America/New_York' }),
        missedRuns: { policy: 'skip', grace: '1s' },
      },
      {
        ...recurring,
        ...EACH,
        name: 'flaky',
        type: WORK.flaky,
        trigger: trigger.cron('*/4 * * * * *'),
        allowOverlap: true,
      },
      {
        ...recurring,
        ...EACH,
        name: 'by-rule',
        type: WORK.slow,
        trigger: trigger.rrule('FREQ=SECONDLY;INTERVAL=5'),
        allowOverlap: true,
        jitter: '2s',
      },
      {
        ...recurring,
        name: 'daily',
        type: WORK.flaky,
        trigger: trigger.daily({ at: timeOf(later(from, 9_000)) }),
      },
      { ...recurring, name: 'snoozing', type: WORK.snoozing, trigger: trigger.every('6s'), queue: 'side' },
      {
        ...recurring,
        name: 'stubborn',
        type: WORK.stubborn,
        trigger: trigger.every('7s'),
        timeout: '1s',
        maxRetries: 1,
        queue: 'side',
      },
      {
        ...recurring,
        name: 'poison',
        type: WORK.poison,
        trigger: trigger.every('9s'),
        maxExecutions: 2,
        maxRetries: 2,
      },
      { ...RETRIES, name: 'once', type: WORK.slow, trigger: trigger.once(later(from, 6_000)) },
      { ...RETRIES, name: 'now', type: WORK.quick, trigger: trigger.now() },
      { ...recurring, name: 'at-start', type: WORK.quick, trigger: trigger.reboot() },
      {
        ...recurring,
        ...EACH,
        name: 'changing',
        type: WORK.quick,
        trigger: trigger.every('1s'),
        allowOverlap: true,
      },
      {
        ...recurring,
        name: 'changing-alone',
        type: WORK.slow,
        trigger: trigger.every('3s'),
        priority: 'high',
      },
      { ...recurring, name: 'to-cancel', type: WORK.slow, trigger: trigger.every('2s') },
      { ...recurring, name: 'to-remove', type: WORK.quick, trigger: trigger.every('2s') },
      {
        ...recurring,
        name: 'pauses-when-exhausted',
        type: WORK.flaky,
        trigger: trigger.every('4s'),
        maxRetries: 0,
        onExhausted: 'pause',
      },
    ];
  },
};

function timeOf(instant: Date): string {
  return instant.toISOString().slice(11, 19);
}

const SHORT_MS = 4_000;

/** Short ones, for runs that try every fault at every call. */
export const SHORT_WORKLOADS: readonly Workload[] = [
  {
    name: 'recurring',
    lastsMs: SHORT_MS,
    interventions: 0,
    definitions: (from) => [
      {
        ...RETRIES,
        ...EACH,
        name: 'each-second',
        type: WORK.quick,
        trigger: trigger.every('1s'),
        allowOverlap: true,
        endAt: later(from, SHORT_MS),
      },
    ],
  },
  {
    name: 'one at a time',
    lastsMs: SHORT_MS,
    interventions: 0,
    definitions: (from) => [
      {
        ...RETRIES,
        name: 'alone',
        type: WORK.slow,
        trigger: trigger.every('1500ms'),
        endAt: later(from, SHORT_MS),
      },
    ],
  },
  {
    name: 'retries',
    lastsMs: SHORT_MS,
    interventions: 0,
    definitions: (from) => [
      { ...RETRIES, name: 'once', type: WORK.flaky, trigger: trigger.once(later(from, 1_000)) },
      { ...RETRIES, name: 'snoozing', type: WORK.snoozing, trigger: trigger.now() },
      { name: 'poison', type: WORK.poison, trigger: trigger.once(later(from, 500)), maxRetries: 1 },
    ],
  },
];
