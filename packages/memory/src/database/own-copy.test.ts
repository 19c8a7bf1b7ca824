import type { JsonValue } from '@scheduler/contracts';
import { buildExecution, buildJob } from '@scheduler/testing';
import { ownExecution, ownJob, ownJson } from './own-copy.js';

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
    expect(ownExecution(execution, job)).toBe(execution);
  });

  it('copies data that is not frozen at every depth, and shares data that is', () => {
    const open = { deep: [{ a: 1 }] };
    const execution = buildExecution(NOW, { payload: Object.freeze(open) });
    const copy = ownExecution(execution, null);
    open.deep[0]!.a = 2;
    expect(copy.payload).toEqual({ deep: [{ a: 1 }] });
    expect(ownExecution(copy, null)).toBe(copy);
  });
});
