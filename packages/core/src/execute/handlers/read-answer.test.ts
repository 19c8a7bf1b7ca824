import { type HandlerAnswer, JobResult, ResultInvalid } from '@scheduler/contracts';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import { readAnswer } from './read-answer.js';

const error = new Error('smtp is down');
const read = (answer: unknown) => readAnswer(answer as HandlerAnswer, 'mail');

describe('readAnswer (F72)', () => {
  it.each<[string, unknown, AttemptEnd]>([
    ['nothing', undefined, { kind: 'succeeded', output: null }],
    ['success without output', JobResult.success(), { kind: 'succeeded', output: null }],
    ['success', JobResult.success({ a: [1] }), { kind: 'succeeded', output: { a: [1] } }],
    [
      'failure',
      JobResult.failure({ error }),
      { kind: 'failed', error, retry: true, delayMs: null, forceRetry: true },
    ],
    [
      'failure for good',
      JobResult.failure({ error, retry: false }),
      { kind: 'failed', error, retry: false, delayMs: null, forceRetry: true },
    ],
    [
      'failure with a delay',
      JobResult.failure({ error, delay: '5m' }),
      { kind: 'failed', error, retry: true, delayMs: 300_000, forceRetry: true },
    ],
    [
      'failure with a delay of 0',
      JobResult.failure({ error, delay: 0 }),
      { kind: 'failed', error, retry: true, delayMs: 0, forceRetry: true },
    ],
    [
      'snoozed',
      JobResult.snoozed({ hours: 1 }, 'closed'),
      { kind: 'snoozed', delayMs: 3_600_000, reason: 'closed' },
    ],
    ['cancelled', JobResult.cancelled('solved'), { kind: 'cancelled', reason: 'solved' }],
    ['discarded', JobResult.discarded(), { kind: 'discarded', reason: null }],
  ])('reads %s', (_, answer, end) => {
    expect(read(answer)).toEqual(end);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'done'],
    ['true', true],
    ['an object that is no result', { ok: true }],
    ['an unknown kind', { kind: 'done' }],
    ['output that is not JSON', JobResult.success(new Map())],
    ['output that is too big', JobResult.success('x'.repeat(300_000))],
    ['output with __proto__', JobResult.success(JSON.parse('{"__proto__":{}}'))],
    ['a delay that is none', JobResult.failure({ error, delay: 'later' })],
    ['a negative delay', JobResult.snoozed(-1)],
  ])('takes %s for a failure that no retry mends', (_, answer) => {
    expect(read(answer)).toMatchObject({ kind: 'failed', retry: false, delayMs: null });
  });

  it('says what a handler may return', () => {
    expect(read({ ok: true })).toMatchObject({ error: expect.any(ResultInvalid) });
    expect(read({ ok: true })).toMatchObject({
      error: {
        message:
          'result of mail: is not a JobResult, got {"ok":true}; accepted: nothing, or a JobResult such as JobResult.success(output)',
      },
    });
  });

  it('names the part of the output that cannot be stored', () => {
    expect(read(JobResult.success({ at: new Date(0) }))).toMatchObject({
      error: { message: expect.stringContaining('output.at: is a Date') },
    });
  });
});
