import { PRIORITY_RULE, toPriority, type WorkflowStepKind } from '@scheduler/contracts';
import {
  accepting,
  type Check,
  duration,
  either,
  type Fields,
  fields,
  isFunction,
  isPlainObject,
  listOf,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { isQueueName, QUEUE_RULE } from '@scheduler/core';
import { SCHEDULE } from '../declare/workflow-schedule.js';

const LONGEST_NAME = 255;
const MOST_RETRIES = 1_000;
const MOST_AT_ONCE = 10_000;

const WORKFLOW_NAME = /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/i;
const STEP_NAME = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/i;
/** Together they fit into a job type, with what stands before and behind them. */
const LONGEST_WORKFLOW = 60;
const LONGEST_STEP = 48;

export const workflowName: Check = accepting(
  (value) => typeof value === 'string' && value.length <= LONGEST_WORKFLOW && WORKFLOW_NAME.test(value),
  'is not the name of a workflow',
  `letters and digits in groups joined by one of . _ - , starting with a letter, at most ${LONGEST_WORKFLOW} characters, such as 'user_onboarding'`,
);

export const stepName: Check = accepting(
  (value) => typeof value === 'string' && value.length <= LONGEST_STEP && STEP_NAME.test(value),
  'is not the name of a step',
  `letters and digits in groups joined by _ or - , at most ${LONGEST_STEP} characters, such as 'create_account'`,
);

const queue: Check = accepting(isQueueName, 'is not a queue name', QUEUE_RULE);
const priority: Check = accepting(isPriority, 'is not a priority', PRIORITY_RULE);
const aFunction = isFunction('a function');

function isPriority(value: unknown): boolean {
  try {
    toPriority(value);
    return true;
  } catch {
    return false;
  }
}

/** A step by its handle or its name. Whether it exists is known when all steps are. */
const stepRef: Check = accepting(
  (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && typeof (value as { name?: unknown }).name === 'string'),
  'is not a step',
  'a step that was defined before, or its name',
);
const stepRefs: Check = (value, field) =>
  Array.isArray(value) ? listOf(stepRef, 'steps')(value, field) : stepRef(value, field);

const backoff: Check = fields(
  {
    strategy: optional(oneOf('fixed', 'linear', 'exponential')),
    delay: optional(duration()),
    factor: optional(
      accepting((value) => Number.isFinite(value) && (value as number) >= 1, 'is not 1 or more', '1 or more'),
    ),
    maxDelay: optional(duration()),
    jitter: optional(
      accepting(
        (value) => typeof value === 'number' && value >= 0 && value <= 1,
        'is not from 0 to 1',
        '0 to 1',
      ),
    ),
  },
  '{ strategy, delay, factor, maxDelay, jitter }',
);

const edges: Fields = {
  after: optional(stepRefs),
  afterAny: optional(stepRefs),
  ifSkipped: optional(oneOf('run', 'skip')),
  losers: optional(oneOf('finish', 'cancel')),
  onError: optional(oneOf('fail', 'skip', 'continue')),
  when: optional(aFunction),
  queue: optional(queue),
  priority: optional(priority),
};

const call: Fields = {
  timeout: optional(duration(1)),
  maxRetries: optional(wholeNumber(0, MOST_RETRIES)),
  backoff: optional(backoff),
};

const limits: Fields = {
  circuit: optional(text(LONGEST_NAME)),
  concurrencyKey: optional(text(LONGEST_NAME)),
  concurrencyLimit: optional(wholeNumber(1, MOST_AT_ONCE)),
};

const rollback: Check = (value, field) =>
  isPlainObject(value)
    ? fields({ ...call, run: aFunction })(value, field)
    : isFunction('a function, or { run, maxRetries }')(value, field);

function noRollback(problem: string): Fields {
  return { rollback: optional(accepting(() => false, problem, 'no rollback')) };
}

const nothingToUndo = noRollback('undoes nothing: the step only waits');
const called: Fields = { ...edges, ...call, ...limits, rollback: optional(rollback) };

const OPTIONS: Readonly<Record<WorkflowStepKind, Fields>> = {
  function: called,
  job: called,
  agent: called,
  map: { ...called, concurrency: optional(wholeNumber(1, MOST_AT_ONCE)) },
  workflow: {
    ...edges,
    ...call,
    ...limits,
    ...noRollback(
      'is not needed: a workflow that a step starts undoes itself by the rollbacks of its own steps',
    ),
  },
  approval: {
    ...edges,
    ...nothingToUndo,
    timeout: optional(duration(1)),
    onTimeout: optional(oneOf('fail', 'skip', 'approve', 'reject')),
  },
  signal: {
    ...edges,
    ...nothingToUndo,
    signal: optional(text(LONGEST_NAME)),
    timeout: optional(duration(1)),
    onTimeout: optional(oneOf('fail', 'skip')),
  },
  sleep: { ...edges, ...nothingToUndo },
};

/** The options that a step of each kind can have. */
export function stepOptions(kind: WorkflowStepKind): Check {
  return fields(OPTIONS[kind], '{ after, when, onError, … }');
}

const schema: Check = accepting(
  (value) =>
    typeof (value as { '~standard'?: { validate?: unknown } } | null)?.['~standard']?.validate === 'function',
  'is not a Standard Schema',
  'a schema of zod, Valibot, ArkType or another library that follows standardschema.dev',
);

const MOST_ATTRIBUTES = 20;

export const attributes: Check = (value, field) => {
  if (!isPlainObject(value))
    return [
      {
        field,
        value,
        problem: 'is not a plain object',
        accepted: "texts by name, such as { customer: 'c1' }",
      },
    ];
  const entries = Object.entries(value);
  if (entries.length > MOST_ATTRIBUTES)
    return [
      {
        field,
        value: entries.length,
        problem: 'has too many entries',
        accepted: `at most ${MOST_ATTRIBUTES}`,
      },
    ];
  return entries.flatMap(([name, value]) => [
    ...text(LONGEST_NAME)(name, `${field} (a name)`),
    ...text(LONGEST_NAME)(value, `${field}.${name}`),
  ]);
};

export const workflowOptions: Check = fields(
  {
    input: optional(schema),
    deadline: optional(duration(1)),
    schedule: optional((value, field) =>
      Array.isArray(value) ? listOf(SCHEDULE, 'schedules')(value, field) : SCHEDULE(value, field),
    ),
    attributes: optional(either(aFunction, attributes)),
    queue: optional(queue),
    priority: optional(priority),
  },
  '{ input, deadline, schedule, … }',
);
