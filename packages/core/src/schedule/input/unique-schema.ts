import { UNIQUE_END_STATES, type UniquePolicy } from '@scheduler/contracts';
import { z } from 'zod';
import { duration, flag, nameField, oneOf } from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';

const MOST_KEYS = 50;
const UNIQUE_RULE = "true, false or { by: ['name'], states: ['success'], period: '1h' }";
const BY_RULE = "a list of 'name', 'queue', 'args' or { args: ['key'] }";

const BY_NAME: UniquePolicy = Object.freeze<UniquePolicy>({ by: ['name'], endStates: [], periodMs: null });

/** Unique by name and without end, unless the input names something else. */
export const uniqueSchema = z
  .union(
    [
      flag,
      z.strictObject({
        by: z
          .array(
            z.union(
              [
                oneOf(['name', 'queue', 'args']),
                z.strictObject({ args: z.array(nameField).min(1).max(MOST_KEYS) }),
              ],
              schemaError('is not known', BY_RULE),
            ),
            schemaError('is not a list', BY_RULE),
          )
          .min(1, schemaError('is empty', BY_RULE))
          .default(['name']),
        states: z
          .array(oneOf(['pending', 'running', 'success', 'failed', 'timeout', 'cancelled']))
          .default([]),
        period: duration(1, '1 ms').optional(),
      }),
    ],
    schemaError('is not known', UNIQUE_RULE),
  )
  .transform((unique): UniquePolicy | null => {
    if (typeof unique === 'boolean') return unique ? BY_NAME : null;
    const { by, states, period } = unique;
    return {
      by,
      endStates: UNIQUE_END_STATES.filter((state) => states.includes(state)),
      periodMs: period ?? null,
    };
  });
