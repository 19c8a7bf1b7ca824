import {
  type Execution,
  type WorkflowGraph,
  type WorkflowGraphStep,
  type WorkflowRun,
  type WorkflowStepState,
} from '@scheduler/contracts';
import { buildExecution, POLICIES } from '../conformance/kit/builders.js';
import { at, attempt, enqueued, evidenceOf, fails, succeeds } from '../test-support/healthy-evidence.js';
import { checkPromises } from './check-promises.js';
import type { Evidence } from './evidence.js';

const ms = (seconds: number) => at(seconds).getTime();

const STEP: Omit<WorkflowGraphStep, 'name' | 'after'> = {
  kind: 'function',
  afterAny: [],
  ifSkipped: 'run',
  losers: 'finish',
  onError: 'fail',
  hasCondition: false,
  hasRollback: true,
  queue: 'default',
  priority: POLICIES.priority,
  policy: POLICIES,
  rollbackPolicy: POLICIES,
  concurrencyKey: null,
  concurrencyLimit: null,
  mapConcurrency: null,
  signal: null,
  waitMs: null,
  onTimeout: 'fail',
  sleepMs: null,
  child: null,
};

const GRAPH: WorkflowGraph = {
  name: 'order',
  deadlineMs: null,
  steps: [
    { ...STEP, name: 'reserve', after: [] },
    { ...STEP, name: 'ship', after: ['reserve'] },
  ],
};

type Span = readonly [from: number, to: number];

function execution(step: string, span: Span, { phase = 'run' as 'run' | 'undo', ok = true } = {}): Execution {
  const place = { run: 'run', root: 'run', step, index: null, phase, round: 0 };
  const pending = buildExecution(at(span[0]), { id: `${step}-${phase}`, workflow: place });
  return attempt({ ...pending, policy: enqueued('', 0, 0).policy }, span, ok ? succeeds : fails);
}

function state(step: string, [from, to]: Span, more: Partial<WorkflowStepState> = {}): WorkflowStepState {
  const times = { activeSince: ms(from), endedAt: ms(to), executionId: `${step}-run` };
  return { status: 'succeeded', round: 0, began: true, ...times, ...more };
}

const RUN: WorkflowRun = {
  id: 'run',
  name: 'order',
  graphHash: 'hash',
  tenant: null,
  status: 'completed',
  input: null,
  attributes: {},
  rootId: 'run',
  parent: null,
  deadlineAt: null,
  createdAt: at(0),
  endedAt: at(4),
  revision: 3,
  steps: { reserve: state('reserve', [0, 2]), ship: state('ship', [2, 4]) },
  signals: [],
  stop: null,
  round: 0,
  trace: null,
};

/** The second step has failed, and the first is undone. */
const UNDONE: WorkflowRun = {
  ...RUN,
  status: 'compensated',
  steps: {
    reserve: state('reserve', [0, 2], { undo: { status: 'done', activeSince: ms(6), endedAt: ms(7) } }),
    ship: state('ship', [2, 4], {
      status: 'failed',
      undo: { status: 'done', activeSince: ms(4), endedAt: ms(6) },
    }),
  },
  stop: { cause: 'failure', step: 'ship', reason: 'it failed', rollback: true },
};

const DONE = [execution('reserve', [0, 2]), execution('ship', [2, 4])];
const FAILED = [
  execution('reserve', [0, 2]),
  execution('ship', [2, 4], { ok: false }),
  execution('ship', [4, 6], { phase: 'undo' }),
  execution('reserve', [6, 7], { phase: 'undo' }),
];

function evidence(runs: readonly WorkflowRun[], executions: readonly Execution[]): Evidence {
  const graphs = new Map([['hash', GRAPH]]);
  return { ...evidenceOf(executions), workflows: { runs, graphs, started: ['run'] } };
}

function broken(given: Evidence): readonly string[] {
  return checkPromises(given, ['W']).map(({ message }) => message);
}

const without = (id: string) => (one: Execution) => one.id !== id;

describe('W, workflows', () => {
  it('is kept by a run that completed, and by one that was undone', () => {
    expect(checkPromises(evidence([RUN], DONE))).toEqual([]);
    expect(checkPromises(evidence([UNDONE], FAILED))).toEqual([]);
  });

  it.each<[string, Evidence, RegExp]>([
    ['a start that was lost', evidence([], []), /start of workflow run was confirmed/],
    [
      'a run that waits for ever',
      evidence([{ ...RUN, status: 'running' }], DONE),
      /is still running; active steps: none/,
    ],
    ['a wrong end', evidence([{ ...RUN, status: 'failed' }], DONE), /is failed, and must be completed/],
    [
      'a step that is active after the end',
      evidence(
        [{ ...RUN, steps: { ...RUN.steps, ship: state('ship', [2, 4], { status: 'active' }) } }],
        DONE,
      ),
      /completed, and its step ship is active/,
    ],
    [
      'a join before its predecessor',
      evidence([{ ...RUN, steps: { ...RUN.steps, ship: state('ship', [1, 4]) } }], DONE),
      /step ship of workflow run started before step reserve had ended/,
    ],
    [
      'a join while the execution before it goes on',
      evidence([RUN], [execution('reserve', [0, 3]), execution('ship', [2, 4])]),
      /started before execution reserve-run of step reserve had ended/,
    ],
    [
      'a second execution of a place',
      evidence([RUN], [...DONE, { ...execution('ship', [2, 4]), id: 'again' }]),
      /has 2 executions of ship/,
    ],
    [
      'a success without an effect',
      { ...evidence([RUN], DONE), effects: [] },
      /step reserve of workflow run succeeded and has 0 effects/,
    ],
    [
      'an effect that stays',
      evidence([UNDONE], FAILED.filter(without('reserve-undo'))),
      /step reserve of workflow run had 1 effects, and 0 rollbacks of it succeeded/,
    ],
    [
      'a rollback of a run that completed',
      evidence([RUN], [...DONE, execution('ship', [4, 6], { phase: 'undo' })]),
      /rollback of step ship of workflow run exists/,
    ],
    [
      'a rollback before that of a later step',
      evidence(
        [
          {
            ...UNDONE,
            steps: {
              ...UNDONE.steps,
              reserve: state('reserve', [0, 2], {
                undo: { status: 'done', activeSince: ms(5), endedAt: ms(7) },
              }),
            },
          },
        ],
        FAILED,
      ),
      /step reserve of workflow run was undone before step ship/,
    ],
    [
      'a child that stays completed',
      evidence([UNDONE, { ...RUN, id: 'child', parent: { runId: 'run', step: 'ship' }, steps: {} }], FAILED),
      /workflow child is completed, although run, which started it, is compensated/,
    ],
  ])('is broken by %s', (_, given, message) => {
    expect(broken(given).some((text) => message.test(text))).toBe(true);
  });
});
