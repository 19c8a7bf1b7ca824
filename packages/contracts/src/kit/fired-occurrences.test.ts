import { skipForOverlap } from '../executions/execution-lifecycle.js';
import { trigger } from '../jobs/trigger.js';
import { minute, sampleExecution, sampleJob } from '../test-support/samples.js';
import { FiredOccurrences, overlaps } from './fired-occurrences.js';

const at = minute(60);
const firing = { nextRunAt: minute(120), lastRunAt: at };
const counters = { fired: 4, executions: 4, succeeded: 4, failed: 0, totalDurationMs: 0 };
const skipped = skipForOverlap(sampleExecution({ id: 'skipped' }), at);

describe('FiredOccurrences', () => {
  it('numbers the occurrences that run, and no others', () => {
    const fired = new FiredOccurrences(sampleJob({ counters }), firing);
    for (const execution of [sampleExecution({ id: 'a' }), skipped, sampleExecution({ id: 'b' })])
      fired.add(fired.numbered(execution));
    const { executions, job } = fired.result({ hasUnfinished: false, at });
    expect(executions.map(({ id, occurrence }) => [id, occurrence])).toEqual([
      ['a', 5],
      ['skipped', skipped.occurrence],
      ['b', 6],
    ]);
    expect(job).toMatchObject({ ...firing, revision: 2, counters: { ...counters, fired: 6 } });
  });

  it('gives the number of an execution that was not stored to the next', () => {
    const fired = new FiredOccurrences(sampleJob(), firing);
    fired.numbered(sampleExecution({ id: 'stored before' }));
    expect(fired.numbered(sampleExecution()).occurrence).toBe(1);
  });

  it.each([
    ['runs', sampleExecution(), false, 'active'],
    ['is skipped', skipped, false, 'completed'],
    ['is skipped while another is unfinished', skipped, true, 'active'],
  ])('knows whether a one-off has ended if its occurrence %s', (_, execution, hasUnfinished, status) => {
    const job = sampleJob({ status: 'pending', trigger: trigger.once(at) });
    const fired = new FiredOccurrences(job, { nextRunAt: null, lastRunAt: at });
    fired.add(fired.numbered(execution));
    expect(fired.result({ hasUnfinished, at }).job.status).toBe(status);
  });
});

describe('overlaps', () => {
  it.each([
    ['an exclusive one beside none', sampleExecution(), 0, false],
    ['an exclusive one beside another', sampleExecution(), 1, true],
    ['one that may overlap', sampleExecution({ exclusive: false }), 100, false],
    ['one below the limit of its job', sampleExecution({ exclusive: false, concurrency: 2 }), 1, false],
    ['one at the limit of its job', sampleExecution({ exclusive: false, concurrency: 2 }), 2, true],
    ['a trace', skipped, 1, false],
  ])('%s', (_, execution, running, expected) => {
    expect(overlaps(execution, running)).toBe(expected);
  });
});
