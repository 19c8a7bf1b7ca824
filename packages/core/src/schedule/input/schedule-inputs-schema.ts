import { type ScheduleDefinition, ScheduleInvalid, trigger } from '@scheduler/contracts';
import { z } from 'zod';
import { type DefaultsByType, withTypeDefaults } from '../../execute/handlers/type-defaults.js';
import { dateField, duration, flag, text } from '../../support/input/fields.js';
import { readInput, schemaError } from '../../support/input/read-input.js';

/**
 * The inputs of `scheduleOnce` and `scheduleRecurring`: their own fields are read here and become a definition, which checks the rest.
 */

const instead = (accepted: string) => z.undefined(schemaError('is not taken here', accepted)).optional();

const LONGEST_ZONE = 64;
const shape = schemaError('is not an object', '{ type, executeAt, … } or { type, schedule, … }');

const oneTime = z.looseObject({ executeAt: dateField, trigger: instead('executeAt') }, shape);

const expressions = z.union(
  [z.string(), z.array(z.string()).min(1)],
  schemaError('is not a schedule', 'one cron expression, or a list of them'),
);

const recurring = z
  .looseObject(
    {
      schedule: expressions.optional(),
      timezone: text(LONGEST_ZONE).optional(),
      every: duration(1_000, '1 s').optional(),
      startDate: dateField.optional(),
      endDate: dateField.optional(),
      skipIfOverdue: flag.optional(),
      trigger: instead('schedule or every'),
      startAt: instead('startDate'),
      endAt: instead('endDate'),
      missedRuns: instead('skipIfOverdue'),
    },
    shape,
  )
  .refine(({ schedule, every }) => (schedule === undefined) !== (every === undefined), {
    path: ['schedule'],
    ...schemaError('must be given, or every, and not both', "schedule: '0 9 * * *' or every: '5m'"),
  })
  .refine(({ timezone, every }) => timezone === undefined || every === undefined, {
    path: ['timezone'],
    ...schemaError('has no meaning for an interval', 'schedule with a timezone, or every without one'),
  })
  .refine(
    ({ startDate, endDate }) =>
      startDate === undefined || endDate === undefined || endDate.getTime() > startDate.getTime(),
    { path: ['endDate'], ...schemaError('must be after startDate') },
  );

export function definitionOfOneTime(input: unknown, types: DefaultsByType): ScheduleDefinition {
  const { executeAt, trigger: _none, ...rest } = read(oneTime, input);
  return withPayload({ ...(rest as object), trigger: trigger.once(executeAt) } as ScheduleDefinition, types);
}

export function definitionOfRecurring(input: unknown, types: DefaultsByType): ScheduleDefinition {
  const { schedule, timezone, every, startDate, endDate, skipIfOverdue, ...rest } = read(recurring, input);
  const when = every === undefined ? cronOf(schedule ?? '', timezone) : trigger.every(every);
  const definition = {
    ...(rest as object),
    trigger: when,
    ...(startDate === undefined ? {} : { startAt: startDate }),
    ...(endDate === undefined ? {} : { endAt: endDate }),
    ...(skipIfOverdue === true ? { missedRuns: 'skip' } : {}),
  } as ScheduleDefinition;
  return withPayload(definition, types);
}

/** Where neither the caller nor its type gives a payload, these inputs have an empty object, and a definition null. */
function withPayload(definition: ScheduleDefinition, types: DefaultsByType): ScheduleDefinition {
  const complete = withTypeDefaults(types, definition);
  return complete.payload === undefined ? { ...complete, payload: {} } : complete;
}

function cronOf(schedule: string | readonly string[], zone: string | undefined) {
  return trigger.cron(schedule, zone === undefined ? {} : { zone });
}

function read<TSchema extends z.ZodType>(schema: TSchema, value: unknown): z.output<TSchema> {
  return readInput({ schema, value, error: ScheduleInvalid, subject: 'input' });
}

/** How the fields of a definition are called in these inputs. */
const NAMES: readonly (readonly [string, string])[] = [
  ['trigger.expressions', 'schedule'],
  ['trigger.zone', 'timezone'],
  ['trigger.durationMs', 'every'],
  ['trigger.at', 'executeAt'],
  ['startAt', 'startDate'],
  ['endAt', 'endDate'],
];

/** Names in an error what the caller wrote, and not what became of it. */
export async function namingInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScheduleInvalid)) throw error;
    throw new ScheduleInvalid(
      error.issues.map((issue) => ({ ...issue, field: nameOf(issue.field) })),
      { cause: error.cause },
    );
  }
}

function nameOf(field: string): string {
  const known = NAMES.find(([of]) => field === of || field.startsWith(`${of}.`));
  return known === undefined ? field : field.replace(known[0], known[1]);
}
