import { WorkflowInvalid, workflowStatuses } from '@scheduler/contracts';
import {
  accepting,
  anything,
  type Check,
  date,
  fields,
  flag,
  isPlainObject,
  listOf,
  nullable,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { argument, type ArgumentTable, rejecting, throwing } from '@scheduler/core';
import { isDefinition } from '../declare/is-definition.js';
import { attributes } from '../graph/check-options.js';
import type { WorkflowRuns } from './workflows.js';

const LONGEST_NAME = 255;
const LONGEST_REASON = 2_000;
const MOST_AT_ONCE = 1_000;
const name = text(LONGEST_NAME);

const ID_RULE = `letters, digits and any of . _ : - , at most ${LONGEST_NAME}`;
const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;
const newId: Check = accepting(
  (value) => typeof value === 'string' && value.length <= LONGEST_NAME && ID.test(value),
  'is not an id',
  ID_RULE,
);

const workflow: Check = accepting(
  (value) => (typeof value === 'string' && name(value, '').length === 0) || isDefinition(value),
  'is not a workflow',
  'what defineWorkflow returned, or the name of a workflow',
);

/** What a transaction is only its store knows; every one of them is an object or a function with methods. */
const transaction: Check = accepting(
  (value) =>
    (typeof value === 'object' && value !== null && !Array.isArray(value)) || typeof value === 'function',
  'is not a transaction',
  'a transaction of the database of the store',
);

const statuses: Check = listOf(oneOf(...workflowStatuses.statuses), 'statuses of workflows');
const limit = optional(wholeNumber(1, MOST_AT_ONCE));
const offset = optional(wholeNumber(0, Number.MAX_SAFE_INTEGER));
const context: Check = accepting(
  isPlainObject,
  'is not a plain object',
  'an object such as { approved: true }',
);

const theRun = argument('id', name);
const theStep = argument('step', name);
const theWorkflow = argument('workflow', workflow);
const theSubject = argument('workflowOrRun', name);
const theDecision = argument(
  'options',
  optional(fields({ by: optional(name), data: anything }, '{ by, data }')),
);

/** What each method accepts. */
export const RUN_ARGUMENTS: ArgumentTable<WorkflowRuns> = {
  start: rejecting(
    WorkflowInvalid,
    theWorkflow,
    argument('input', anything),
    argument(
      'options',
      optional(
        fields(
          {
            id: optional(newId),
            attributes: optional(attributes),
            transaction: optional(transaction),
            // Checked where the scope is narrowed to it.
            tenant: anything,
          },
          '{ id, attributes, transaction, tenant }',
        ),
      ),
    ),
  ),
  scheduleExecution: rejecting(
    WorkflowInvalid,
    theWorkflow,
    argument('options', fields({ at: date, context: anything, name: optional(name) }, '{ at, context }')),
  ),
  pause: rejecting(WorkflowInvalid, theRun),
  resume: rejecting(
    WorkflowInvalid,
    theRun,
    argument('options', optional(fields({ context: optional(context) }, '{ context }'))),
  ),
  cancel: rejecting(
    WorkflowInvalid,
    theRun,
    argument(
      'options',
      optional(
        fields({ reason: optional(text(LONGEST_REASON)), rollback: optional(flag) }, '{ reason, rollback }'),
      ),
    ),
  ),
  approve: rejecting(WorkflowInvalid, theRun, theStep, theDecision),
  reject: rejecting(WorkflowInvalid, theRun, theStep, theDecision),
  signal: rejecting(
    WorkflowInvalid,
    theRun,
    argument('name', name),
    argument('options', optional(fields({ data: anything, key: optional(name) }, '{ data, key }'))),
  ),
  retryFrom: rejecting(
    WorkflowInvalid,
    theRun,
    argument(
      'step',
      optional((value, field) =>
        Array.isArray(value) ? listOf(name, 'names of steps')(value, field) : name(value, field),
      ),
    ),
  ),
  resumeCompensation: rejecting(WorkflowInvalid, theRun),
  getState: rejecting(WorkflowInvalid, theRun),
  listRunning: rejecting(
    WorkflowInvalid,
    argument('workflow', optional(name)),
    argument(
      'options',
      optional(fields({ attributes: optional(attributes), limit, offset }, '{ attributes, limit, offset }')),
    ),
  ),
  list: rejecting(
    WorkflowInvalid,
    argument(
      'query',
      optional(
        fields(
          {
            names: optional(listOf(name, 'names of workflows')),
            statuses: optional(statuses),
            attributes: optional(attributes),
            parent: optional(nullable(name)),
            limit,
            offset,
            sortOrder: optional(oneOf('asc', 'desc')),
          },
          '{ names, statuses, attributes, … }',
        ),
      ),
    ),
  ),
  summary: rejecting(WorkflowInvalid, argument('workflow', name)),
  listAll: throwing(WorkflowInvalid),
  toMermaid: rejecting(WorkflowInvalid, theSubject),
  toDot: rejecting(WorkflowInvalid, theSubject),
  toTable: rejecting(WorkflowInvalid, theSubject),
  why: rejecting(WorkflowInvalid, theRun, theStep),
  plan: rejecting(WorkflowInvalid),
  waitFor: rejecting(WorkflowInvalid, theRun),
  // Checked where the scope is narrowed to it.
  forTenant: throwing(WorkflowInvalid, argument('tenant', anything)),
};
