import { UNIQUE_END_STATES, type UniqueEndState, type UniquePolicy } from '@scheduler/contracts';
import { z } from 'zod';
import { duration, flag, nameField, oneOf, ordinary } from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';

const MOST_KEYS = 50;
const UNIQUE_RULE = "true, false or { by: ['name'], states: ['success'], period: '1h' }";
const BY_RULE = "a list of 'name', 'queue', 'args' or { args: ['key'] }";
const KEYS_RULE = `a list of up to ${MOST_KEYS} names of payload keys`;

const BY_NAME: UniquePolicy = Object.freeze<UniquePolicy>({ by: ['name'], endStates: [], periodMs: null });

/** `scheduled` and `completed` are what other schedulers call `pending` and `success`. */
const state = oneOf([
  'pending',
  'running',
  'success',
  'failed',
  'timeout',
  'cancelled',
  'scheduled',
  'completed',
]).transform((name) => (name === 'completed' ? 'success' : name));

const someArgs = z.strictObject(
  {
    args: z
      .array(nameField, schemaError('is not a list', KEYS_RULE))
      .min(1, schemaError('is empty', KEYS_RULE))
      .max(MOST_KEYS, schemaError('has too many keys', KEYS_RULE)),
  },
  schemaError('is not an object', '{ args }'),
);

const options = z.strictObject(
  {
    by: z
      .array(
        z.union([oneOf(['name', 'queue', 'args']), someArgs], schemaError('is not known', BY_RULE)),
        schemaError('is not a list', BY_RULE),
      )
      .min(1, schemaError('is empty', BY_RULE))
      .default(['name']),
    states: z
      .array(state, schemaError('is not a list', "a list of statuses, such as ['success']"))
      .optional(),
    period: duration(1, '1 ms').optional(),
  },
  schemaError('is not an object', '{ by, states, period }'),
);

/** Unique by name and without end, unless the input names something else. */
export const uniqueSchema = z
  .union([flag, ordinary(options, schemaError('is not an object'))], schemaError('is not known', UNIQUE_RULE))
  .transform((unique): UniquePolicy | null => {
    if (typeof unique === 'boolean') return unique ? BY_NAME : null;
    const { by, states, period } = unique;
    return { by, endStates: endStates(states, period !== undefined), periodMs: period ?? null };
  });

/** Whoever names a period and no states means all within the period, also those that have ended. */
function endStates(states: readonly string[] | undefined, hasPeriod: boolean): readonly UniqueEndState[] {
  if (states === undefined) return hasPeriod ? UNIQUE_END_STATES : [];
  return UNIQUE_END_STATES.filter((one) => states.includes(one));
}
