import {
  type Execution,
  type ExecutionQuery,
  type ListPosition,
  positionOf,
  QueryInvalid,
  type Scheduler,
} from '@scheduler/contracts';
import { checkInput, having } from '@scheduler/contracts/adapter';
import { executionQuerySchema } from '../../schedule/input/query-schema.js';
import { readInput, schemaError } from '../../support/input/read-input.js';
import { z } from 'zod';
import { matchesPayload, type PayloadMatch } from './payload-match.js';

export interface ExecutionSearch extends Omit<ExecutionQuery, 'offset'> {
  /** Only executions with this value in their payload. */
  readonly payload?: PayloadMatch;
}

export interface FoundExecutions {
  /** Fewer than the limit where the search ended at its bound: `next` goes on from there. */
  readonly items: readonly Execution[];
  /** Where the next page begins, for `after`. Null: there is nothing further. */
  readonly next: ListPosition | null;
}

/** Rows that one search reads at most. */
const MOST_READ = 10_000;
/** Rows that are read at once where most of them will not match. */
const STEP = 500;
const [EARLIEST, LATEST] = [new Date(-8_640_000_000_000_000), new Date(8_640_000_000_000_000)];
const LONGEST_PATH = 255;
const LONGEST_VALUE = 1_000;
const PATH_RULE = "names and indexes with dots between them, such as 'customer.id', at most 20";
const PATH = /^[^.]+(?:\.[^.]+){0,19}$/;

const searchSchema = executionQuerySchema.omit({ offset: true }).extend({
  payload: z
    .strictObject(
      {
        path: z
          .string(schemaError('is not a path', PATH_RULE))
          .max(LONGEST_PATH, schemaError('is too long', PATH_RULE))
          .regex(PATH, schemaError('is not a path', PATH_RULE)),
        value: z
          .string(schemaError('is not a text', 'the value as a text'))
          .max(LONGEST_VALUE, schemaError('is too long', `at most ${LONGEST_VALUE} characters`)),
      },
      schemaError('is not a value at a path', '{ path, value }'),
    )
    .optional(),
});
const KNOWN = Object.keys(searchSchema.shape);
const SCHEDULER = having(['listExecutions'], 'a scheduler, such as node.scheduler');

/**
 * A page of executions, which may be searched by a value in their payload. It reads by place and not by offset, so that a page costs the same
 * wherever it begins, and reads at most 10,000 executions: where few of many match, `next` goes on from there.
 *
 * @example
 * const { items, next } = await searchExecutions(node.scheduler, { payload: { path: 'customer.id', value: '42' } });
 */
export async function searchExecutions(
  scheduler: Scheduler,
  search: ExecutionSearch = {},
): Promise<FoundExecutions> {
  checkInput({ value: scheduler, check: SCHEDULER, field: 'scheduler', error: QueryInvalid });
  const { payload, limit, after, ...query } = readInput({
    schema: searchSchema,
    value: search,
    error: QueryInvalid,
    subject: 'query',
    known: KNOWN,
  });
  const step = payload === undefined ? limit + 1 : STEP;
  const found: Execution[] = [];
  // Also the first page begins after a place, so that nothing is counted for it.
  let last: ListPosition = after ?? { at: query.sortOrder === 'asc' ? EARLIEST : LATEST, id: '-' };
  for (let read = 0; read < MOST_READ; read += step) {
    const page = await scheduler.listExecutions({
      ...query,
      limit: step,
      after: last,
    });
    for (const execution of page.items) {
      if (payload !== undefined && !matchesPayload(execution.payload, payload)) continue;
      // One more than the page has says that another one follows.
      if (found.length === limit) return { items: found, next: positionOf(found[limit - 1] ?? execution) };
      found.push(execution);
    }
    const end = page.items.at(-1);
    if (end === undefined || page.items.length < step) return { items: found, next: null };
    last = positionOf(end);
  }
  return { items: found, next: last };
}
