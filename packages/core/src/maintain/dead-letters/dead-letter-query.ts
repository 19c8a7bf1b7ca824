import { ERROR_CLASSES, type ErrorClass } from '@scheduler/contracts';
import { z } from 'zod';
import { integer, jobTypeField, oneOf, queueField } from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';

/** Which dead letters are wanted; an empty query means all. */
export interface DeadLetterQuery {
  /** Where it ran. */
  readonly queue?: string;
  readonly errorClass?: ErrorClass;
  readonly type?: string;
  /** 1 to 1000. Default 50. */
  readonly limit?: number;
  /** Default 0. */
  readonly offset?: number;
}

export const deadLetterQuerySchema = z.strictObject(
  {
    queue: queueField.optional(),
    errorClass: oneOf(ERROR_CLASSES as [ErrorClass, ...ErrorClass[]]).optional(),
    type: jobTypeField.optional(),
    limit: integer(1, 1_000).default(50),
    offset: integer(0, 10_000_000).default(0),
  },
  schemaError('is not an object', '{ queue, errorClass, limit, … }'),
);

export const KNOWN_IN_QUERY = Object.keys(deadLetterQuerySchema.shape);
