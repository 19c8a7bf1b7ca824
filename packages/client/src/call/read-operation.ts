import { OPERATIONS } from '../generated/operations.js';

/** An operation as its line in the table describes it. */
export interface Operation {
  /** Such as `jobs.get`. */
  readonly name: string;
  readonly method: string;
  /** With parameters such as `{id}`. */
  readonly path: string;
  readonly parameters: readonly string[];
  /** What its methods take after the parameters of the path. */
  readonly input: 'body' | 'query' | null;
  readonly pages: 'cursor' | 'offset' | null;
  /** Whether it changes something. */
  readonly writes: boolean;
  readonly takesKey: boolean;
  readonly takesIfMatch: boolean;
  readonly isText: boolean;
  /** Statuses that are no success and yet an answer, such as 503 of the health. */
  readonly otherStatuses: readonly number[];
}

export type OperationId = keyof typeof OPERATIONS;

export function isOperation(name: unknown): name is OperationId {
  return typeof name === 'string' && Object.hasOwn(OPERATIONS, name);
}

/** Reads a line such as `PUT /jobs/{id}/reschedule body writes key match`. */
export function readOperation(name: OperationId): Operation {
  const [method = '', path = '', ...words] = OPERATIONS[name].split(' ');
  const has = (word: string) => words.includes(word);
  return {
    name,
    method,
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
    input: has('body') ? 'body' : has('query') ? 'query' : null,
    pages: has('cursor') ? 'cursor' : has('offset') ? 'offset' : null,
    writes: has('writes'),
    takesKey: has('key'),
    takesIfMatch: has('match'),
    isText: has('text'),
    otherStatuses: words.map(Number).filter((status) => status > 0),
  };
}
