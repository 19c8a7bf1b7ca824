import { stepType, trigger } from '@scheduler/contracts';
import { closedCircuit, NO_COUNTS, type ScheduledJobProps } from '@scheduler/contracts/adapter';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { minute, sampleExecution, sampleJob } from '../../test-support/samples.js';
import { type ExplainFacts, explainJob } from './explain-job.js';

const recurrence = createRecurrenceEngine();
const free = {
  queue: null,
  runningInQueue: 0,
  runningOfJob: 0,
  rateLimits: [],
  circuit: null,
  isHandled: true,
} satisfies ExplainFacts['obstacles'];
const explained = (props: Partial<ScheduledJobProps>, facts: Partial<ExplainFacts> = {}) =>
  explainJob({
    job: sampleJob(props),
    executions: [],
    obstacles: free,
    expectation: null,
    now: minute(30),
    recurrence,
    ...facts,
  });
const now = (...given: Parameters<typeof explained>) => explained(...given).now;

describe('explainJob', () => {
  it.each<[Partial<ScheduledJobProps>, string]>([
    [{ nextRunAt: minute(60) }, 'it runs next at 2030-01-01T01:00:00.000Z'],
    [{ nextRunAt: minute(10) }, 'it is due since 2030-01-01T00:10:00.000Z, and no node has ticked since'],
    [
      { status: 'paused', pausedAt: minute(5), statusReason: 'holidays' },
      'it is paused since 2030-01-01T00:05:00.000Z: holidays; resume it to let it run',
    ],
    [
      { status: 'completed', completedAt: minute(5), trigger: trigger.now(), nextRunAt: null },
      'it is completed since 2030-01-01T00:05:00.000Z: it runs once',
    ],
    [
      { status: 'completed', completedAt: minute(5), maxExecutions: 2, counters: { ...NO_COUNTS, fired: 2 } },
      'it is completed since 2030-01-01T00:05:00.000Z: it has had its 2 runs',
    ],
    [
      { status: 'completed', completedAt: minute(5) },
      'it is completed since 2030-01-01T00:05:00.000Z: its trigger has no further instant',
    ],
    [
      { status: 'cancelled', cancelledAt: minute(5), statusReason: 'not wanted' },
      'it is cancelled since 2030-01-01T00:05:00.000Z: not wanted',
    ],
    [{ trigger: trigger.reboot(), nextRunAt: null }, 'it runs when a node starts'],
    [{ trigger: trigger.event('paid'), nextRunAt: null }, 'it runs when the event paid is triggered'],
    [{ nextRunAt: null }, 'it has no further run, and waits for its last execution to end'],
  ])('says what a job is doing: %j', (props, words) => {
    expect(now(props)).toEqual([words]);
  });

  it('ends with the success that is expected', () => {
    const words = 'has not succeeded yet; a success is expected by 2030-01-01T01:00:00.000Z (every 1h)';
    expect(now({ nextRunAt: minute(60) }, { expectation: { words } }).at(-1)).toBe(`it ${words}`);
  });

  it('names a step of a workflow as its workflow does', () => {
    const facts = { obstacles: { ...free, isHandled: false } };
    const { now: lines } = explained({ type: stepType('order', 'charge') }, facts);
    expect(lines).toContain("no handler of this application supports step 'charge' of workflow 'order'");
  });

  it('says what keeps it from running', () => {
    const facts = {
      obstacles: {
        ...free,
        queue: { queue: 'default', paused: true, concurrency: null, globalLimit: 3 },
        runningInQueue: 3,
        runningOfJob: 1,
        isHandled: false,
        circuit: { ...closedCircuit('smtp'), state: 'open', retryAt: minute(40), error: 'refused' } as const,
        rateLimits: [
          { scope: 'queue', key: 'default', tokens: 0.5, capacity: 60, periodMs: 60_000, refillRate: 1 },
          { scope: 'type', key: 'export_report', tokens: 1, capacity: 60, periodMs: 60_000, refillRate: 1 },
        ] as const,
      },
      executions: [sampleExecution({ availableAt: minute(20) })],
    };
    const { now: lines, occurrences } = explained({ nextRunAt: minute(60) }, facts);
    expect(lines.slice(1)).toEqual([
      'its queue default is paused: nothing of it starts on any node',
      'no handler of this application supports its type export_report',
      'its circuit smtp is open, not before 2030-01-01T00:40:00.000Z (refused)',
      'the rate limit of its queue default, 60 in 1m, is used up: the next may start in 500ms',
      'its queue default runs no more than 3 at once over all nodes, and 3 run',
      'no more than 1 of the job run at once over all nodes, and 1 runs',
      '1 execution is waiting or running',
    ]);
    expect(occurrences[0]?.why).toBe('waits: its queue default is paused: nothing of it starts on any node');
  });

  it('says of what waits for later only that', () => {
    const facts = {
      obstacles: { ...free, isHandled: false },
      executions: [sampleExecution({ availableAt: minute(40) })],
    };
    expect(explained({}, facts).occurrences[0]?.why).toContain('not before 2030-01-01T00:40:00.000Z');
  });

  it('shows what daylight saving has taken away between the rows', () => {
    const at = (text: string) => new Date(text);
    const skips = trigger.cron('30 2 * * *', { zone: 'America/New_York', dst: { gap: 'skip' } });
    const { occurrences } = explained(
      { trigger: skips, createdAt: at('2027-03-01T00:00:00Z') },
      {
        now: at('2027-03-16T00:00:00Z'),
        executions: ['2027-03-15T06:30:00Z', '2027-03-13T07:30:00Z'].map((text) =>
          sampleExecution({ id: text, origin: 'scheduled', occurrenceAt: at(text) }),
        ),
      },
    );
    expect(occurrences.map(({ at: instant, kind }) => [instant.toISOString().slice(0, 10), kind])).toEqual([
      ['2027-03-15', 'waiting'],
      ['2027-03-14', 'left_out'],
      ['2027-03-13', 'waiting'],
    ]);
  });

  it('survives a trigger that makes no sense', () => {
    const { occurrences } = explained(
      { trigger: trigger.cron('nonsense') },
      { executions: [sampleExecution()] },
    );
    expect(occurrences).toHaveLength(1);
  });
});
