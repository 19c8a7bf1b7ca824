import { isJobType, JOB_TYPE_RULE } from '@scheduler/contracts';
import {
  accepting,
  anything,
  type Check,
  duration,
  fields,
  flag,
  isFunction,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { argument } from './arguments.js';
import { isQueueName, LONGEST_NAME, QUEUE_RULE } from './fields.js';

/** The arguments that many public methods share. */

const LONGEST_REASON = 2_000;

export const reference: Check = text(LONGEST_NAME);
export const reason: Check = text(LONGEST_REASON);
export const queueName: Check = accepting(isQueueName, 'is not a queue name', QUEUE_RULE);
export const jobTypeName: Check = accepting(isJobType, 'is not a job type', JOB_TYPE_RULE);
export const onProgress: Check = isFunction('a function (count) => …');

/** What is checked by a schema of its own, further inside, before anything is written. */
export const byItsSchema: Check = anything;

export const theJob = argument('job', reference);
export const theExecution = argument('executionId', reference);
export const theReason = argument('reason', optional(reason));
export const theTransaction = argument(
  'options',
  optional(
    fields(
      {
        transaction: optional(
          accepting(isTransaction, 'is not a transaction', 'a transaction of the database of the store'),
        ),
      },
      '{ transaction }',
    ),
  ),
);

/** What a transaction is only its store knows; every one of them is an object or a function with methods. */
function isTransaction(value: unknown): boolean {
  return (
    (typeof value === 'object' && value !== null && !Array.isArray(value)) || typeof value === 'function'
  );
}

export const theHealthOptions = argument(
  'options',
  optional(fields({ mustRun: optional(flag), timeout: optional(duration(1)) }, '{ mustRun, timeout }')),
);

/** The tenant itself is checked where it is used. */
export const theTenantOptions = argument('options', optional(fields({ tenant: anything }, '{ tenant }')));

export const limit: Check = wholeNumber(1, 1_000);
