import { trigger } from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { buildJob } from '../../conformance/kit/builders.js';
import { Certainty } from './certainty.js';

const at = (seconds: number) => new Date(Date.parse('2030-01-01T00:00:00Z') + seconds * 1_000);

/** A job that runs every second. */
const everySecond = (props: Partial<ScheduledJobProps> = {}) =>
  buildJob(at(0), { id: 'a', trigger: trigger.every('1s'), ...props });

/** The seconds at which a job must have run. */
function secondsOf(certainty: Certainty, now: number, jobId = 'a'): readonly number[] | undefined {
  const found = certainty.expected(at(now)).find((each) => each.jobId === jobId);
  return found?.instants.map((instant) => (instant.getTime() - at(0).getTime()) / 1_000);
}

describe('Certainty', () => {
  it('expects nothing of an unknown job', () => {
    expect(new Certainty().expected(at(9))).toEqual([]);
  });

  it('expects the instants strictly between the beginning of certainty and now', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond(), at(1));
    expect(secondsOf(certainty, 4)).toEqual([2, 3]);
    expect(secondsOf(certainty, 4.001)).toEqual([2, 3, 4]);
  });

  it('expects nothing after a change of the job starts', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond(), at(0));
    certainty.end('a', at(3));
    certainty.end('a', at(7));
    expect(secondsOf(certainty, 9)).toEqual([1, 2]);
  });

  it('continues after the change, with the changed job', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond(), at(0));
    certainty.end('a', at(2.5));
    certainty.begin(everySecond({ trigger: trigger.every('2s') }), at(4.5));
    expect(secondsOf(certainty, 9)).toEqual([1, 2, 6, 8]);
  });

  it.each([everySecond().pause(at(4)), everySecond().cancel(at(4))])(
    'does not go on when the job is $status',
    (job) => {
      const certainty = new Certainty();
      certainty.begin(everySecond(), at(0));
      certainty.end('a', at(2.5));
      certainty.begin(job, at(4));
      expect(secondsOf(certainty, 9)).toEqual([1, 2]);
    },
  );

  it('forgets a job that was deleted', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond(), at(0));
    certainty.begin(everySecond({ id: 'b' }), at(0));
    certainty.forget('a');
    certainty.end('a', at(3));
    expect(certainty.expected(at(9)).map(({ jobId }) => jobId)).toEqual(['b']);
  });

  it('separates jobs', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond(), at(0));
    certainty.begin(everySecond({ id: 'b' }), at(1.5));
    certainty.end('a', at(2.5));
    expect([secondsOf(certainty, 4), secondsOf(certainty, 4, 'b')]).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  it('expects no more than the job may run', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond({ maxExecutions: 2 }), at(0));
    expect(secondsOf(certainty, 9)).toEqual([1, 2]);
  });

  it('respects the start and the end of the job', () => {
    const certainty = new Certainty();
    certainty.begin(everySecond({ startAt: at(2.5), endAt: at(5) }), at(0));
    expect(secondsOf(certainty, 9)).toEqual([2.5, 3.5, 4.5]);
  });

  it.each([trigger.reboot(), trigger.event('sale.made')])(
    'does not know when a trigger of kind $kind fires',
    (kind) => {
      const certainty = new Certainty();
      certainty.begin(everySecond({ trigger: kind }), at(0));
      expect(secondsOf(certainty, 9)).toEqual([]);
    },
  );

  it('counts earlier runs towards the limit of a job', () => {
    const certainty = new Certainty();
    const job = buildJob(at(0), { id: 'a', trigger: trigger.every('1s'), maxExecutions: 3 });
    certainty.begin(job, at(0));
    certainty.end('a', at(2.5));
    certainty.begin(job.with({ counters: { ...job.counters, fired: 2 } }), at(2.6));
    expect(certainty.expected(at(9))[0]?.instants).toEqual([at(1), at(2), at(3)]);
  });

  it('expects a job with the trigger `now` to have run', () => {
    const certainty = new Certainty();
    certainty.begin(buildJob(at(0), { id: 'a', trigger: trigger.now(), nextRunAt: at(0) }), at(0));
    expect(certainty.expected(at(9))[0]?.instants).toEqual([at(0)]);
  });
});
