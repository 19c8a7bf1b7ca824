import type { JsonObject } from '@scheduler/contracts';
import { ManualClock } from '../../test-support/manual-clock.js';
import { createRedact } from '../../support/redaction/redact.js';
import { AttemptLog } from './attempt-log.js';

function setUp() {
  const clock = new ManualClock();
  const waiting: number[] = [];
  const log = new AttemptLog({
    executionId: 'e1',
    clock,
    redact: createRedact(),
    onLine: (count) => waiting.push(count),
  });
  return { clock, log, waiting };
}

describe('AttemptLog (F60)', () => {
  it('keeps lines of every level with their time and fields', async () => {
    const { clock, log } = setUp();
    log.debug('a');
    await clock.advance(5);
    log.info('b', { n: 1 });
    log.warn('c');
    log.error('d', { deep: { x: [1] } });
    const at = clock.now();
    expect(log.take()).toEqual([
      { executionId: 'e1', at: new Date(at.getTime() - 5), level: 'debug', message: 'a', context: {} },
      { executionId: 'e1', at, level: 'info', message: 'b', context: { n: 1 } },
      { executionId: 'e1', at, level: 'warn', message: 'c', context: {} },
      { executionId: 'e1', at, level: 'error', message: 'd', context: { deep: { x: [1] } } },
    ]);
  });

  it('gives each line away once, and says how many wait', () => {
    const { log, waiting } = setUp();
    log.info('a');
    log.info('b');
    expect(log.take()).toHaveLength(2);
    log.info('c');
    expect(log.take().map(({ message }) => message)).toEqual(['c']);
    expect(log.take()).toEqual([]);
    expect(waiting).toEqual([1, 2, 1]);
  });

  it('cuts a message at 4,000 characters', () => {
    const { log } = setUp();
    log.info('x'.repeat(5_000));
    expect(log.take()[0]?.message).toHaveLength(4_000);
  });

  it('keeps 10,000 lines, the last of which says so, over all takes', () => {
    const { log, waiting } = setUp();
    for (let i = 0; i < 6_000; i++) log.info('x');
    const before = log.take().length;
    for (let i = 0; i < 6_000; i++) log.info('x');
    const after = log.take();
    expect(before + after.length).toBe(10_000);
    expect(after.at(-1)?.message).toBe('no more than 10000 lines are kept');
    expect(waiting).toHaveLength(10_000);
  });

  it.each<[string, unknown, string]>([
    ['a function', { f: () => 1 }, 'fields.f: is a function'],
    ['too much', { big: 'x'.repeat(300_000) }, 'fields: is too big'],
    ['a class', new Map(), 'fields: is not a plain object (Map)'],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('boom');
        },
      },
      'fields: cannot be read',
    ],
  ])('never fails the work: fields with %s are dropped, and the line says why', (_, fields, why) => {
    const { log } = setUp();
    log.info('still here', fields as JsonObject);
    const [line] = log.take();
    expect(line?.message).toBe('still here');
    expect(line?.context).toEqual({ dropped: expect.stringContaining(why) });
  });

  it('takes a message that is no text', () => {
    const { log } = setUp();
    log.info(42 as unknown as string);
    expect(log.take()[0]?.message).toBe('42');
  });
});
