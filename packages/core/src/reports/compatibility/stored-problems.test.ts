import {
  defineHandler,
  type Execution,
  type JobHandler,
  jobType,
  PayloadTooNew,
  stepType,
  trigger,
} from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { HandlerRegistry } from '../../execute/handlers/handler-registry.js';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { sampleExecution, sampleJob } from '../../test-support/samples.js';
import { problemsOfExecution, problemsOfJob } from './compatibility-problems.js';

const { type } = sampleJob();

function rules(validate?: JobHandler['validate']) {
  const handler = defineHandler({ type, handle: () => undefined, validate });
  return { handlers: new HandlerRegistry([handler]), recurrence: createRecurrenceEngine() };
}

const refusing = rules(() => {
  throw new Error('report is missing');
});

describe('problemsOfJob', () => {
  const kinds = (changes: Partial<ScheduledJobProps>, by = rules()) =>
    problemsOfJob(sampleJob(changes), by).map(({ kind }) => kind);

  it('finds none with a job that this build would take', () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ trigger: trigger.event('order.paid') })).toEqual([]);
    expect(kinds({ trigger: trigger.reboot() })).toEqual([]);
  });

  it('names the job and what is wrong with it', () => {
    const job = sampleJob({ tenant: 'acme' });
    expect(problemsOfJob(job, refusing)).toEqual([
      {
        kind: 'payload_refused',
        subject: 'job',
        id: job.id,
        name: job.name,
        type,
        tenant: 'acme',
        message: 'payload: is refused by its handler: report is missing',
      },
    ]);
  });

  it('finds a type that nobody supports, and a payload of a later build', () => {
    expect(kinds({ type: jobType('unheard_of') })).toEqual(['handler_missing']);
    const later = rules(() => {
      throw new PayloadTooNew(type, 2, 1);
    });
    expect(kinds({}, later)).toEqual(['payload_too_new']);
  });

  it.each([
    ['an expression', { trigger: trigger.cron('61 * * * *') }],
    ['a zone', { trigger: trigger.cron('0 9 * * *', { zone: 'Mars/Base' }) }],
    ['a kind', { trigger: { kind: 'moon' } as never }],
    ['an interval', { trigger: { kind: 'every', durationMs: 0, anchor: null } as const }],
    [
      'a calendar that was taken away',
      { exclusions: { dates: [], hours: [], calendar: 'gone', shift: 'skip' as const } },
    ],
  ])('finds a trigger that makes no sense: %s', (_title, changes) => {
    expect(kinds(changes)).toEqual(['trigger_invalid']);
  });

  it('finds all that is wrong with one job', () => {
    expect(kinds({ trigger: trigger.cron('61 * * * *') }, refusing)).toEqual([
      'payload_refused',
      'trigger_invalid',
    ]);
  });

  it('tells only why a job is quarantined, since the rest of it is made up', () => {
    const job = sampleJob({ status: 'paused', statusReason: 'quarantined: its row is corrupt (payload)' });
    expect(problemsOfJob(job, refusing)).toMatchObject([
      { kind: 'quarantined', message: 'quarantined: its row is corrupt (payload)' },
    ]);
    expect(kinds({ status: 'paused', statusReason: 'holidays' })).toEqual([]);
  });
});

describe('problemsOfExecution', () => {
  const kinds = (changes: Partial<Execution>, by = rules()) =>
    problemsOfExecution(sampleExecution(changes), by).map(({ kind, subject }) => `${subject}: ${kind}`);

  it('looks at handler and payload', () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ type: jobType('unheard_of') })).toEqual(['execution: handler_missing']);
    expect(kinds({}, refusing)).toEqual(['execution: payload_refused']);
  });

  it('names a step of a workflow as its workflow does', () => {
    const step = sampleExecution({ type: stepType('order', 'charge') });
    expect(problemsOfExecution(step, rules())).toMatchObject([
      {
        kind: 'handler_missing',
        message: expect.stringContaining(
          "step 'charge' of workflow 'order' has no function here: no handler",
        ),
      },
    ]);
  });

  it('tells what cannot be read', () => {
    const reason = { code: 'corrupt', message: 'its row is corrupt (payload)' } as const;
    expect(kinds({ reason }, refusing)).toEqual(['execution: quarantined']);
  });
});
