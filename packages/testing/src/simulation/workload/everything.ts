import { type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { EACH, later, RETRIES, type Workload } from './workload.js';
import { WORK } from './workload-handlers.js';

const LASTS_MS = 25_000;

/** Every kind of trigger, every overlap rule, unique work, limits of keys, every missed-run policy, retries, timeouts, snoozing, poison, and jobs that operators change. */
export const EVERYTHING: Workload = {
  name: 'everything',
  lastsMs: LASTS_MS,
  interventions: 30,
  definitions: (from) => {
    const recurring = { endAt: later(from, LASTS_MS), ...RETRIES };
    return [...triggers(from), ...policies(), ...changing()].map((definition) =>
      isOneOff(definition) ? { ...RETRIES, ...definition } : { ...recurring, ...definition },
    );
  },
};

function isOneOff({ trigger: { kind } }: ScheduleDefinition): boolean {
  return kind === 'once' || kind === 'now';
}

function triggers(from: Date): readonly ScheduleDefinition[] {
  const newYork = { zone: 'America/New_York' };
  return [
    { ...EACH, name: 'each-second', type: WORK.quick, trigger: trigger.every('1s'), allowOverlap: true },
    {
      name: 'skips-missed',
      type: WORK.quick,
      trigger: trigger.cron('*/3 * * * * *', newYork),
      missedRuns: { policy: 'skip', grace: '1s' },
    },
    {
      ...EACH,
      name: 'by-rule',
      type: WORK.slow,
      trigger: trigger.rrule('FREQ=SECONDLY;INTERVAL=5'),
      allowOverlap: true,
      jitter: '2s',
    },
    { name: 'daily', type: WORK.flaky, trigger: trigger.daily({ at: timeOf(later(from, 9_000)) }) },
    { name: 'once', type: WORK.slow, trigger: trigger.once(later(from, 6_000)) },
    { name: 'now', type: WORK.quick, trigger: trigger.now() },
    { name: 'at-start', type: WORK.quick, trigger: trigger.reboot() },
  ];
}

function policies(): readonly ScheduleDefinition[] {
  return [
    { name: 'one-at-a-time', type: WORK.slow, trigger: trigger.every('2s'), timeout: '20s' },
    { ...EACH, name: 'each-in-turn', type: WORK.quick, trigger: trigger.every('3s') },
    { name: 'waits-in-turn', type: WORK.slow, trigger: trigger.every('5s'), overlap: 'queue' },
    { name: 'two-at-a-time', type: WORK.slow, trigger: trigger.every('3s'), concurrency: 2, queue: 'side' },
    {
      name: 'unique',
      type: WORK.snoozing,
      trigger: trigger.every('3s'),
      allowOverlap: true,
      unique: true,
      queue: 'side',
    },
    ...['default', 'side'].map((queue) => ({
      name: `shares-a-key-in-${queue}`,
      type: queue === 'side' ? WORK.slow : WORK.quick,
      trigger: trigger.every('6s'),
      allowOverlap: true,
      queue,
      concurrencyKey: 'customer-7',
      concurrencyLimit: 2,
    })),
    {
      ...EACH,
      name: 'flaky',
      type: WORK.flaky,
      trigger: trigger.cron('*/4 * * * * *'),
      allowOverlap: true,
      circuit: 'service',
    },
    { ...EACH, name: 'stepping', type: WORK.stepping, trigger: trigger.every('4s'), allowOverlap: true },
    { name: 'snoozing', type: WORK.snoozing, trigger: trigger.every('6s'), queue: 'side' },
    {
      name: 'stubborn',
      type: WORK.stubborn,
      trigger: trigger.every('7s'),
      timeout: '1s',
      maxRetries: 1,
      queue: 'side',
    },
    { name: 'poison', type: WORK.poison, trigger: trigger.every('9s'), maxExecutions: 2, maxRetries: 2 },
    {
      name: 'pauses-when-exhausted',
      type: WORK.flaky,
      trigger: trigger.every('4s'),
      maxRetries: 0,
      onExhausted: 'pause',
    },
  ];
}

/** The jobs that operators change. */
function changing(): readonly ScheduleDefinition[] {
  return [
    { ...EACH, name: 'changing', type: WORK.quick, trigger: trigger.every('1s'), allowOverlap: true },
    { name: 'changing-alone', type: WORK.slow, trigger: trigger.every('3s'), priority: 'high' },
    { name: 'to-cancel', type: WORK.slow, trigger: trigger.every('2s') },
    { name: 'to-remove', type: WORK.quick, trigger: trigger.every('2s') },
  ];
}

function timeOf(instant: Date): string {
  return instant.toISOString().slice(11, 19);
}
