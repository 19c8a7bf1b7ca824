import { JobResult } from '@scheduler/contracts';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import { readAnswer } from './read-answer.js';

const error = new Error('smtp is down');
const read = (answer: unknown) => readAnswer(answer, 'mail');

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
    ['a function', () => 1],
    ['a result with an unknown field', { kind: 'failed', error, shouldRetry: true }],
    ['a result with a wrong value', { kind: 'failed', error, retry: 'yes' }],
    ['a success whose output has another name', { kind: 'succeeded', result: 1 }],
    ['a failure without an error', { kind: 'failed' }],
    ['output that is not JSON', JobResult.success(new Map())],
    ['output that is too big', JobResult.success('x'.repeat(300_000))],
    ['output with __proto__', JobResult.success(JSON.parse('{"__proto__":{}}'))],
    ['a delay that is none', { kind: 'failed', error, retry: true, delay: 'later' }],
    ['a negative delay', { kind: 'snoozed', delay: -1 }],
  ])('takes %s for a failure that no retry mends', (_, answer) => {
    expect(read(answer)).toMatchObject({ kind: 'failed', retry: false, delayMs: null });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'done'],
    ['a number', 0],
    ['false', false],
    ['a list', [1, { a: null }]],
    ['an object', { ok: true }],
    ['an object with a kind of its own', { kind: 'done' }],
  ])('takes %s for the output of a success', (_, answer) => {
    expect(read(answer)).toEqual({ kind: 'succeeded', output: answer });
  });

  it.each<[unknown, string]>([
    [
      { kind: 'failed', error, shouldRetry: true },
      "result of mail.shouldRetry: is not known; did you mean 'retry'?",
    ],
    [{ kind: 'succeeded', result: 1 }, 'result of mail.result: is not known; accepted: kind, output'],
    [{ items: [1, 2, 3, { fn: () => 1 }] }, 'output.items[3].fn: is a function'],
    [{ total: 10n }, 'output.total: is a bigint'],
  ])('names what is wrong with %p', (answer, message) => {
    expect(read(answer)).toMatchObject({
      error: { code: 'RESULT_INVALID', message: expect.stringContaining(message) },
    });
  });

  it.each<[unknown, AttemptEnd]>([
    [{ kind: 'succeeded' }, { kind: 'succeeded', output: null }],
    [
      { kind: 'failed', error },
      { kind: 'failed', error, retry: true, delayMs: null, forceRetry: true },
    ],
    [{ kind: 'cancelled' }, { kind: 'cancelled', reason: null }],
  ])('completes the literal %p', (answer, end) => {
    expect(read(answer)).toEqual(end);
  });

  it('names the part of the output that cannot be stored', () => {
    expect(read(JobResult.success({ at: new Date(0) }))).toMatchObject({
      error: { message: expect.stringContaining('output.at: is a Date') },
    });
  });
});
