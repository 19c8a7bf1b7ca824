import type { JsonValue } from '@scheduler/contracts';
import { buildExecution, buildJob } from '@scheduler/testing';
import { ownExecution, ownJob, ownJson } from './own-copy.js';

const NOW = new Date(0);

describe('ownJson', () => {
  it('copies deeply and freezes', () => {
    const given = { list: [{ a: 1 }], text: 'x' };
    const own = ownJson(given);
    expect(own).toEqual(given);
    expect(own).not.toBe(given);
    expect(own.list[0]).not.toBe(given.list[0]);
    expect(Object.isFrozen(own.list[0])).toBe(true);
  });

  it('keeps a dangerous key as data', () => {
    const own = ownJson(JSON.parse('{"__proto__":{"polluted":true},"a":1}') as JsonValue);
    expect(JSON.stringify(own)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((own as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('ownExecution', () => {
  it('shares what the job of the store already holds', () => {
    const job = ownJob(buildJob(NOW, { payload: { a: 1 }, tags: ['t'], metadata: { m: 1 } }), null);
    const { payload, tags, metadata } = job;
    const execution = buildExecution(NOW, { payload, tags, metadata });
    expect(ownExecution(execution, job)).toBe(execution);
  });

  it('copies what its caller could still change, at whatever depth, and shares what nobody can', () => {
    const open = { deep: [{ a: 1 }] };
    const execution = buildExecution(NOW, { payload: Object.freeze(open) });
    const own = ownExecution(execution, null);
    open.deep[0]!.a = 2;
    expect(own.payload).toEqual({ deep: [{ a: 1 }] });
    expect(ownExecution(own, null)).toBe(own);
  });
});
