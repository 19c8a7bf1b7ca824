import type { JsonValue } from '@scheduler/contracts';
import { copyExecution } from '@scheduler/contracts/adapter';
import { buildExecution, buildJob } from '@scheduler/testing';
import { jobForCaller, ownExecution, ownJob, ownJson } from './own-copy.js';

const NOW = new Date(0);

describe('ownJson', () => {
  it('copies deeply and freezes', () => {
    const original = { list: [{ a: 1 }], text: 'x' };
    const copy = ownJson(original);
    expect(copy).toEqual(original);
    expect(copy).not.toBe(original);
    expect(copy.list[0]).not.toBe(original.list[0]);
    expect(Object.isFrozen(copy.list[0])).toBe(true);
  });

  it('keeps a dangerous key as data', () => {
    const copy = ownJson(JSON.parse('{"__proto__":{"polluted":true},"a":1}') as JsonValue);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((copy as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('ownExecution', () => {
  it('shares the data of the stored job', () => {
    const job = ownJob(buildJob(NOW, { payload: { a: 1 }, tags: ['t'], metadata: { m: 1 } }), null);
    const { payload, tags, metadata } = job;
    const execution = buildExecution(NOW, { payload, tags, metadata });
    const own = ownExecution(execution, job);
    expect(own).toEqual(execution);
    expect(
      [own.payload, own.tags, own.metadata].map((part, index) => part === [payload, tags, metadata][index]),
    ).toEqual([true, true, true]);
  });

  it('copies data that is not frozen at every depth, and shares data that is', () => {
    const open = { deep: [{ a: 1 }] };
    const execution = buildExecution(NOW, { payload: Object.freeze(open) });
    const copy = ownExecution(execution, null);
    open.deep[0]!.a = 2;
    expect(copy.payload).toEqual({ deep: [{ a: 1 }] });
    expect(ownExecution(copy, null).payload).toBe(copy.payload);
  });
});

describe('what a caller gets', () => {
  it('has dates of its own, and shares what is frozen', () => {
    const stored = ownExecution(buildExecution(NOW, { payload: { a: 1 } }), null);
    const handed = copyExecution(stored);
    handed.createdAt.setTime(7);
    expect(stored.createdAt.getTime()).toBe(0);
    expect([handed.payload === stored.payload, handed.policy === stored.policy]).toEqual([true, true]);
    const job = ownJob(buildJob(NOW), null);
    jobForCaller(job).createdAt.setTime(7);
    expect(job.createdAt.getTime()).toBe(0);
  });
});
