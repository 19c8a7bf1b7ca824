import { ERROR_CLASSES, QueryInvalid } from '@scheduler/contracts';
import { date, fields, oneOf, optional, wholeNumber } from '@scheduler/contracts/adapter';
import { argument, rejecting, throwing } from '../../support/input/arguments.js';
import {
  byItsSchema,
  jobTypeName,
  onProgress,
  queueName,
  reference,
} from '../../support/input/common-arguments.js';

const MOST_AT_ONCE = 10_000_000;
const theLetter = argument('id', reference);

/** What each method of the dead letters accepts. A filter with a misspelt key must not mean all of them. */
export const DEAD_LETTER_ARGUMENTS = {
  forTenant: throwing(QueryInvalid, argument('tenant', byItsSchema)),
  list: rejecting(QueryInvalid, argument('query', byItsSchema)),
  get: rejecting(QueryInvalid, theLetter),
  stats: rejecting(QueryInvalid),
  retry: rejecting(QueryInvalid, theLetter),
  retryAll: rejecting(
    QueryInvalid,
    argument(
      'options',
      optional(
        fields(
          {
            queue: optional(queueName),
            errorClass: optional(oneOf(...ERROR_CLASSES)),
            type: optional(jobTypeName),
            limit: optional(wholeNumber(0, MOST_AT_ONCE)),
            onProgress: optional(onProgress),
          },
          '{ queue, errorClass, type, limit, onProgress }',
        ),
      ),
    ),
  ),
  delete: rejecting(QueryInvalid, theLetter),
  prune: rejecting(QueryInvalid, argument('options', fields({ before: date }, '{ before: a Date }'))),
};
