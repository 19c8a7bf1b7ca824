import { isJobResult, JobResult } from './job-result.js';

describe('JobResult (F78)', () => {
  const error = new Error('smtp is down');

  it.each([
    ['success()', JobResult.success(), { kind: 'succeeded', output: null }],
    ['success(output)', JobResult.success({ rows: 3 }), { kind: 'succeeded', output: { rows: 3 } }],
    [
      'failure({ error }) wants a retry by default',
      JobResult.failure({ error }),
      { kind: 'failed', error, retry: true, delay: null },
    ],
    [
      'failure({ error, retry: false })',
      JobResult.failure({ error, retry: false }),
      { kind: 'failed', error, retry: false, delay: null },
    ],
    [
      'failure({ error, delay })',
      JobResult.failure({ error, delay: '5m' }),
      { kind: 'failed', error, retry: true, delay: '5m' },
    ],
    [
      'a delay of 0 stays',
      JobResult.failure({ error, delay: 0 }),
      { kind: 'failed', error, retry: true, delay: 0 },
    ],
    ['cancelled()', JobResult.cancelled(), { kind: 'cancelled', reason: null }],
    ['cancelled(reason)', JobResult.cancelled('solved'), { kind: 'cancelled', reason: 'solved' }],
    ['snoozed(delay)', JobResult.snoozed('1h'), { kind: 'snoozed', delay: '1h', reason: null }],
    [
      'snoozed(delay, reason)',
      JobResult.snoozed('1h', 'closed'),
      { kind: 'snoozed', delay: '1h', reason: 'closed' },
    ],
    ['discarded()', JobResult.discarded(), { kind: 'discarded', reason: null }],
    ['discarded(reason)', JobResult.discarded('gone'), { kind: 'discarded', reason: 'gone' }],
  ])('%s', (_, result, expected) => {
    expect(result).toEqual(expected);
    expect(isJobResult(result)).toBe(true);
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    ['succeeded'],
    [{}],
    [{ kind: 'done' }],
    [() => 'succeeded'],
    [7],
  ])('%p is not a result', (value) => {
    expect(isJobResult(value)).toBe(false);
  });

  it('cannot be given other builders', () => {
    expect(Object.isFrozen(JobResult)).toBe(true);
  });
});
