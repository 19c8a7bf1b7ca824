import { trigger } from '@scheduler/contracts';
import { EACH, later, RETRIES, type Workload } from './workload.js';
import { WORK } from './workload-handlers.js';

const SHORT_MS = 4_000;

/** Short workloads, for runs with every fault at every call. */
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
