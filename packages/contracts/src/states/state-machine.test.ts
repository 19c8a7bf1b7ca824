import { IllegalTransition } from '../errors/errors.js';
import { executionStatuses } from './execution-status.js';
import { jobStatuses } from './job-status.js';
import { StateMachine } from './state-machine.js';

/** One row for each status: the statuses that may follow. All others are illegal. */
const JOB = {
  pending: ['active', 'paused', 'cancelled'],
  active: ['paused', 'completed', 'failed', 'cancelled'],
  paused: ['active', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;

const EXECUTION = {
  pending: ['running', 'cancelled', 'skipped'],
  running: ['pending', 'success', 'failed', 'timeout', 'cancelled', 'skipped'],
  success: [],
  failed: [],
  timeout: [],
  cancelled: [],
  skipped: [],
} as const;

function pairs(table: Readonly<Record<string, readonly string[]>>): [string, string, boolean][] {
  const statuses = Object.keys(table);
  return statuses.flatMap((from) =>
    statuses.map((to): [string, string, boolean] => [from, to, table[from]!.includes(to)]),
  );
}

describe.each([
  { subject: 'job', title: 'of a job (F67)', machine: jobStatuses, table: JOB },
  { subject: 'execution', title: 'of an execution (F68)', machine: executionStatuses, table: EXECUTION },
])('the statuses $title', ({ subject, machine, table }) => {
  const statuses = machine as unknown as StateMachine<string>;

  it('are exactly those of the table (F266)', () => {
    expect([...statuses.statuses].sort()).toEqual(Object.keys(table).sort());
  });

  it.each(pairs(table))('%s → %s: %s', (from, to, legal) => {
    expect(statuses.canTransitionTo(from, to)).toBe(legal);
    if (legal) expect(statuses.transition(from, to, 'x')).toBe(to);
    else expect(() => statuses.transition(from, to, 'x')).toThrow(IllegalTransition);
  });

  it.each(Object.entries(table))('%s is final if and only if nothing follows', (status, followers) => {
    expect(statuses.isFinal(status)).toBe(followers.length === 0);
  });

  it('has only its own statuses', () => {
    for (const status of Object.keys(table)) expect(statuses.has(status)).toBe(true);
    for (const other of ['', 'canceled', 'toString', '__proto__', 1, null, undefined])
      expect(statuses.has(other)).toBe(false);
  });

  it('names subject, both states and the way out in the error of an illegal transition (F100)', () => {
    const [final] = Object.keys(table).slice(-1);
    expect(() => statuses.transition(final!, 'pending', 'id-7')).toThrow(
      `${subject} id-7 is ${final} and cannot become pending; ${final} is final`,
    );
  });
});

describe('StateMachine', () => {
  it('says what a status that is not final can become', () => {
    expect(() => jobStatuses.transition('pending', 'completed', 'j')).toThrow(
      'job j is pending and cannot become completed; from pending it can become active, paused, cancelled',
    );
  });

  it.each([
    ['pending', true],
    ['active', true],
    ['paused', false],
    ['completed', false],
    ['failed', false],
    ['cancelled', false],
  ] as const)('a job that is %s may execute: %s (F54)', (status, may) => {
    expect(jobStatuses.canExecute(status)).toBe(may);
  });

  it('only a pending execution may execute (F65)', () => {
    expect(executionStatuses.statuses.filter((status) => executionStatuses.canExecute(status))).toEqual([
      'pending',
    ]);
  });

  it('works for any set of statuses', () => {
    const lamp = new StateMachine<'on' | 'off' | 'broken'>(
      'lamp',
      { on: ['off', 'broken'], off: ['on'], broken: [] },
      ['on'],
    );
    expect(lamp.transition('off', 'on', '1')).toBe('on');
    expect(() => lamp.transition('off', 'broken', '1')).toThrow('lamp 1 is off and cannot become broken');
  });
});
