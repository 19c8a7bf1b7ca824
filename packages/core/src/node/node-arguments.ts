import { QueryInvalid } from '@scheduler/contracts';
import {
  type Check,
  fields,
  flag,
  isPlainObject,
  listOf,
  optional,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { argument, type ArgumentTable, rejecting } from '../support/input/arguments.js';
import {
  byItsSchema,
  limit,
  onProgress,
  queueName,
  theHealthOptions,
  theJob,
} from '../support/input/common-arguments.js';
import type { SchedulerNode } from './scheduler-node.js';

const MOST_ATTEMPTS = 10_000_000;

const MOST_SLOTS = 10_000;
const SLOTS = 'queues with how many run at once, such as { default: 5 }';

const queueSlots: Check = (value, name) => {
  if (!isPlainObject(value))
    return [{ field: name, value, problem: 'is not a set of queues', accepted: SLOTS }];
  return Object.entries(value).flatMap(([queue, slots]) => [
    ...queueName(queue, `${name}.${queue}`),
    ...wholeNumber(1, MOST_SLOTS)(slots, `${name}.${queue}`),
  ]);
};

/** What each method of a node accepts. */
export const NODE_ARGUMENTS: ArgumentTable<SchedulerNode> = {
  open: rejecting(QueryInvalid),
  start: rejecting(
    QueryInvalid,
    argument('options', optional(fields({ queues: optional(queueSlots) }, '{ queues }'))),
  ),
  stop: rejecting(QueryInvalid),
  tick: rejecting(QueryInvalid),
  drain: rejecting(
    QueryInvalid,
    argument(
      'options',
      optional(
        fields(
          {
            queues: optional(listOf(queueName, 'names of queues')),
            limit: optional(wholeNumber(1, MOST_ATTEMPTS)),
          },
          '{ queues, limit }',
        ),
      ),
    ),
  ),
  prune: rejecting(
    QueryInvalid,
    argument(
      'options',
      optional(
        fields({ onProgress: optional(onProgress), upkeep: optional(flag) }, '{ onProgress, upkeep }'),
      ),
    ),
  ),
  explain: rejecting(
    QueryInvalid,
    theJob,
    argument(
      'options',
      optional(fields({ limit: optional(limit), tenant: optional(byItsSchema) }, '{ limit, tenant }')),
    ),
  ),
  checkCompatibility: rejecting(
    QueryInvalid,
    argument(
      'options',
      optional(
        fields(
          { tenant: optional(byItsSchema), limit: optional(limit), onProgress: optional(onProgress) },
          '{ tenant, limit, onProgress }',
        ),
      ),
    ),
  ),
  health: rejecting(QueryInvalid, theHealthOptions),
  forecast: rejecting(QueryInvalid, argument('query', byItsSchema)),
  exportCalendar: rejecting(QueryInvalid, argument('query', byItsSchema)),
  runningJobs: rejecting(QueryInvalid),
};
