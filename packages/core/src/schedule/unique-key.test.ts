import { jobType, type UniqueBy } from '@scheduler/contracts';
import { type UniquenessInput, uniquenessOf, uniquenessOfKey } from '../policies/unique-key.js';

const WORK: UniquenessInput = {
  type: jobType('export_report'),
  tenant: null,
  jobName: 'weekly',
  queue: 'reports',
  payload: { customer: 7, format: { csv: true, zip: false } },
};

const keyOf = (by: readonly UniqueBy[], change: Partial<UniquenessInput> = {}) =>
  uniquenessOf({ by, endStates: [], periodMs: null }, { ...WORK, ...change }).key;

describe('uniquenessOf (F157)', () => {
  it.each<[string, readonly UniqueBy[], Partial<UniquenessInput>]>([
    ['the queue and the payload, by name', ['name'], { queue: 'x', payload: null }],
    ['the name, by queue', ['queue'], { jobName: 'x' }],
    ['the name and the queue, by args', ['args'], { jobName: 'x', queue: 'x' }],
    ['other args, by some', [{ args: ['customer'] }], { payload: { customer: 7, format: 'pdf' } }],
    ['the order of keys', ['args'], { payload: { format: { zip: false, csv: true }, customer: 7 } }],
    ['a key that is missing or null', [{ args: ['none'] }], { payload: { none: null } }],
  ])('does not mind %s', (_, by, change) => {
    expect(keyOf(by, change)).toBe(keyOf(by));
  });

  it.each<[string, readonly UniqueBy[], Partial<UniquenessInput>]>([
    ['names, by name', ['name'], { jobName: 'x' }],
    ['queues, by queue', ['queue'], { queue: 'x' }],
    ['args, by args', ['args'], { payload: { customer: 8 } }],
    ['numbers and texts', [{ args: ['customer'] }], { payload: { customer: '7' } }],
    ['orders of a list', ['args'], { payload: [2, 1] }],
    ['types, whatever it is by', ['args'], { type: jobType('mail') }],
    ['tenants, whatever it is by', ['name'], { tenant: 'a' }],
  ])('tells apart %s', (_, by, change) => {
    const other = { ...change, ...(Array.isArray(change.payload) ? { payload: [1, 2] } : {}) };
    expect(keyOf(by, change)).not.toBe(Array.isArray(change.payload) ? keyOf(by, other) : keyOf(by));
  });

  it('does not mind in which order its parts are named, and takes all of them', () => {
    expect(keyOf(['name', 'args'])).toBe(keyOf(['args', 'name']));
    expect(keyOf([{ args: ['a', 'customer'] }])).toBe(keyOf([{ args: ['customer', 'a', 'a'] }]));
    expect(new Set([keyOf(['name']), keyOf(['args']), keyOf(['name', 'args'])]).size).toBe(3);
  });

  it('fits an index, however big the payload is', () => {
    expect(keyOf(['args'], { payload: 'x'.repeat(200_000) })).toHaveLength(43);
  });

  it('skips duplicates', () => {
    const policy = { by: ['name'], endStates: ['success'], periodMs: 5 } as const;
    expect(uniquenessOf(policy, WORK)).toMatchObject({
      endStates: ['success'],
      periodMs: 5,
      onConflict: 'skip',
    });
  });
});

describe('uniquenessOfKey (F159)', () => {
  it('refuses duplicates of a tenant, whatever the work is', () => {
    const mine = uniquenessOfKey('order-7', null);
    expect(mine).toMatchObject({ endStates: [], periodMs: null, onConflict: { refuse: 'order-7' } });
    expect(uniquenessOfKey('order-7', 'a').key).not.toBe(mine.key);
    expect(uniquenessOfKey('order-8', null).key).not.toBe(mine.key);
  });
});
