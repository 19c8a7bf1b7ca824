import { type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { NO_COUNTS } from '@scheduler/contracts/adapter';
import { loadConfig } from '../../config/load-config.js';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { minute, sampleJob } from '../../test-support/samples.js';
import { readDeclarations } from './read-declarations.js';
import { markOf } from '../../schedule/declaration-mark.js';
import { fingerprintOf } from './fingerprint.js';
import { planDeclared } from './plan-declared.js';

const config = loadConfig();
const recurrence = createRecurrenceEngine();
const hourly: ScheduleDefinition = { type: 'export_report', name: 'hourly', trigger: trigger.every('1h') };

describe('fingerprintOf', () => {
  it('depends on values alone, not on the order of keys or on what is null', () => {
    const of = fingerprintOf({ a: 1, b: { c: [null, { d: 2, e: null }] } });
    expect(fingerprintOf({ b: { c: [null, { d: 2 }] }, a: 1, f: null })).toBe(of);
    expect(fingerprintOf({ a: 1, b: { c: [{ d: 2 }] } })).not.toBe(of);
  });
});

describe('planDeclared', () => {
  const plan = (declared: readonly ScheduleDefinition[], stored = [sampleJob()]) =>
    planDeclared({ declared, stored, now: minute(1), config, recurrence });

  it('inserts what is not stored and never looks at what nobody declared', () => {
    expect(plan([hourly])).toEqual({
      at: minute(1),
      application: 'default',
      hasDifferences: true,
      entries: [
        {
          action: 'insert',
          name: 'hourly',
          tenant: null,
          jobId: null,
          trigger: trigger.every('1h'),
          changes: [],
          nextRunBefore: null,
          nextRunAfter: minute(61),
          steps: ['schedule'],
          changedByHand: false,
          note: null,
        },
      ],
    });
  });

  it('keeps a job that is as it is declared', () => {
    const stored = readDeclarations([hourly], config)[0]?.jobAt('job-9', minute(0));
    const active = stored?.with({ status: 'active', nextRunAt: minute(60) });
    if (active === undefined) throw new Error('nothing was declared');
    expect(markOf(active)).toEqual({ by: 'default', fingerprint: expect.any(String), orphan: false });
    expect(plan([hourly], [active])).toMatchObject({ hasDifferences: false, entries: [{ action: 'keep' }] });
    const ended = active.with({ status: 'cancelled', nextRunAt: null });
    expect(plan([hourly], [ended]).entries[0]).toMatchObject({
      action: 'keep',
      note: 'has ended as cancelled, until its declaration changes',
    });
    const over = { ...hourly, endAt: minute(0) };
    expect(plan([over], [active]).entries[0]).toMatchObject({
      action: 'orphan',
      steps: ['pause'],
      note: 'its declared time is over',
    });
  });

  it('does not go on with a job that has run as often as is declared now', () => {
    const before = readDeclarations([hourly], config)[0]?.jobAt('job-9', minute(0));
    const counters = { ...NO_COUNTS, fired: 3 };
    const stored = before?.with({ status: 'active', nextRunAt: minute(60), counters });
    if (stored === undefined) throw new Error('nothing was declared');
    const most = (maxExecutions: number) => plan([{ ...hourly, maxExecutions }], [stored]).entries[0];
    expect(most(3)).toMatchObject({ action: 'orphan', steps: ['pause'], nextRunAfter: null });
    expect(most(4)).toMatchObject({ action: 'update', steps: ['update'], nextRunAfter: minute(60) });
  });

  it('has no next run to offer once the window is over', () => {
    const closing = { ...hourly, endAt: minute(30) };
    expect(plan([closing]).entries[0]).toMatchObject({ action: 'keep', note: 'its time is over' });
  });
});
