import { type JobPolicies, type ScheduleChanges, trigger } from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { minute, sampleJob, samplePolicies } from '../../test-support/samples.js';
import { changesForUpdate } from './changes-for-update.js';

type Wanted = Partial<ScheduledJobProps> & { readonly policy?: Partial<JobPolicies> };

const want = ({ policy = {}, ...props }: Wanted) =>
  sampleJob({ policies: { ...samplePolicies, ...policy }, ...props });

it('finds none between equal jobs, whatever the order of keys and whatever happened to them', () => {
  const stored = sampleJob({
    metadata: { a: 1, b: { c: 2, d: 3 } },
    status: 'paused',
    nextRunAt: minute(5),
    revision: 9,
  });
  expect(changesForUpdate(stored, sampleJob({ metadata: { b: { d: 3, c: 2 }, a: 1 } }))).toBeNull();
});

it.each<[Wanted, ScheduleChanges]>([
  [{ trigger: trigger.every('2h') }, { trigger: trigger.every('2h') }],
  [{ payload: { report: 'costs' } }, { payload: { report: 'costs' } }],
  [{ description: 'Sales' }, { description: 'Sales' }],
  [{ startAt: minute(1) }, { startAt: minute(1) }],
  [{ maxExecutions: 3 }, { maxExecutions: 3 }],
  [{ tags: [] }, { tags: [] }],
  [{ jitterMs: 50 }, { jitter: 50 }],
  [{ metadata: { a: 1 } }, { metadata: { a: 1 }, circuit: null }],
  [
    { exclusions: { dates: ['2030-01-01'], hours: [], calendar: null, shift: 'skip' } },
    { exclusions: { dates: ['2030-01-01'], hours: [], shift: 'skip' } },
  ],
  [{ policy: { queue: 'mails', priority: 2 } }, { queue: 'mails', priority: 2 }],
  [{ policy: { timeoutMs: 7 } }, { timeout: 7 }],
  [{ policy: { circuit: 'bank' } }, { circuit: 'bank' }],
  [
    { policy: { backoff: { ...samplePolicies.backoff, delayMs: 5, jitter: 1 } } },
    { backoff: { strategy: 'exponential', delay: 5, factor: 2, maxDelay: 3_600_000, jitter: 1 } },
  ],
  [
    { policy: { missedRuns: { policy: 'all', cap: 5, graceMs: 1 } } },
    { missedRuns: { policy: 'all', cap: 5, grace: 1 } },
  ],
  [
    { policy: { unique: { by: ['args'], endStates: ['success'], periodMs: 9 } } },
    { unique: { by: ['args'], states: ['success'], period: 9 } },
  ],
  [
    { policy: { concurrencyKey: 'customer', concurrencyLimit: 3 } },
    { concurrencyKey: 'customer', concurrencyLimit: 3 },
  ],
])('names what has to change for %j', (wanted, changes) => {
  expect(changesForUpdate(sampleJob(), want(wanted))).toEqual(changes);
});

it('takes away what is not wanted any more', () => {
  const stored = want({
    description: 'old',
    policy: {
      circuit: 'bank',
      unique: { by: ['name'], endStates: [], periodMs: null },
      concurrencyKey: 'customer',
      concurrencyLimit: 3,
    },
  });
  expect(changesForUpdate(stored, sampleJob())).toEqual({
    description: null,
    circuit: null,
    unique: false,
    concurrencyKey: null,
    concurrencyLimit: undefined,
  });
});

it('leaves out what is not to be compared', () => {
  expect(changesForUpdate(sampleJob(), want({ startAt: minute(1) }), { ignoring: ['startAt'] })).toBeNull();
});

it('does not compare what an update keeps of itself', () => {
  const mark = { 'scheduler.declaration': { by: 'app', fingerprint: 'x' } };
  const stored = sampleJob({ metadata: { a: 1, ...mark, payload_version: 2 } });
  expect(changesForUpdate(stored, sampleJob({ metadata: { a: 1 } }))).toBeNull();
  expect(changesForUpdate(stored, sampleJob({ metadata: { a: 1, payload_version: 2 } }))).toBeNull();
  expect(changesForUpdate(stored, sampleJob({ metadata: { a: 1, payload_version: 3 } }))).toMatchObject({
    metadata: { payload_version: 3 },
  });
});
