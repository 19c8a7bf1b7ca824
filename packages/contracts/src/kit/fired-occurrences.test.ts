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
  const two = sampleExecution({ exclusive: false, concurrency: 2 });
  const before = { startedAt: minute(59) };
  const after = { startedAt: new Date(at.getTime() + 1) };
  it.each([
    ['an exclusive one beside none', sampleExecution(), [], false],
    ['an exclusive one beside another', sampleExecution(), [before], true],
    ['one beside another that started at its instant', sampleExecution(), [{ startedAt: at }], true],
    ['one beside another whose start is unknown', sampleExecution(), [{ startedAt: null }], true],
    ['one that was due before the other started', sampleExecution(), [after], false],
    ['one that may overlap', sampleExecution({ exclusive: false }), [before, before], false],
    ['one below the limit of its job', two, [before, after], false],
    ['one at the limit of its job', two, [before, before], true],
    ['a trace', skipped, [before], false],
  ])('%s', (_, execution, running, expected) => {
    const due = { ...execution, occurrenceAt: at };
    expect(overlaps(due, {}, running)).toBe(expected);
    expect(overlaps(due, { overlap: 'skip' }, running)).toBe(expected);
    expect(overlaps(due, { overlap: 'queue' }, running)).toBe(false);
  });
});
