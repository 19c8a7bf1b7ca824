import {
  type DurationInput,
  type ScheduleDefinition,
  ScheduleInvalid,
  type Trigger,
  trigger,
} from '@scheduler/contracts';
import { z } from 'zod';
import { definitionSchema } from '../../schedule/input/definition-schema.js';
import { duration, nameField, text } from '../../support/input/fields.js';
import { readInput, schemaError } from '../../support/input/read-input.js';

interface CommonJobData extends Omit<ScheduleDefinition, 'type' | 'trigger' | 'name'> {
  readonly name: string;
}

/** When it runs: by cron expressions in a zone, or at an interval. */
type DataTrigger =
  | {
      /** One expression or several. */
      readonly cron: string | readonly string[];
      /** IANA. Default: `UTC`. */
      readonly zone?: string;
      readonly every?: undefined;
    }
  | { readonly every: DurationInput; readonly cron?: undefined; readonly zone?: undefined };

/** A job as plain data, such as a row or a line of JSON. Its handler is named by its type, or by module and function. */
export type JobData = CommonJobData &
  DataTrigger &
  (
    | { readonly type: string; readonly module?: undefined; readonly function?: undefined }
    | { readonly type?: undefined; readonly module: string; readonly function: string }
  );

const dataSchema = z.looseObject(
  {
    name: nameField,
    type: z.string(schemaError('is not a text')).optional(),
    module: text(64).optional(),
    function: text(64).optional(),
    cron: z
      .union(
        [z.string(), z.array(z.string())],
        schemaError('is not a cron expression', "one such as '0 9 * * MON', or a list of them"),
      )
      .optional(),
    every: duration(1_000, '1 s').optional(),
    zone: text(64).optional(),
  },
  schemaError('is not an object', '{ name, module, function, cron, … }'),
);

const KNOWN = [...Object.keys(definitionSchema.shape), 'module', 'function', 'cron', 'every', 'zone'];

/** The definition that the data describes. Other fields are those of a definition, and are checked with it. */
export function definitionOfData(data: JobData): ScheduleDefinition {
  const read = readInput({
    schema: dataSchema,
    value: data,
    error: ScheduleInvalid,
    subject: 'data',
    known: KNOWN,
  });
  const { cron, every, zone, type, module, function: called, ...rest } = read;
  return {
    ...rest,
    type: type === undefined ? typeOfFunction(module, called) : refuseBoth(type, module ?? called),
    trigger: triggerOf({ cron, every, zone }),
  };
}

interface ReadTrigger {
  readonly cron: string | readonly string[] | undefined;
  readonly every: number | undefined;
  readonly zone: string | undefined;
}

function triggerOf({ cron, every, zone }: ReadTrigger): Trigger {
  if ((cron === undefined) === (every === undefined)) {
    throw new ScheduleInvalid({
      field: 'cron',
      value: cron,
      problem: cron === undefined ? 'is missing, and so is every' : 'is given beside every',
      accepted: "one of cron, such as '0 9 * * MON', and every, such as '15m'",
    });
  }
  if (every === undefined) return trigger.cron(cron ?? [], zone === undefined ? {} : { zone });
  if (zone === undefined) return trigger.every(every);
  throw new ScheduleInvalid({
    field: 'zone',
    value: zone,
    problem: 'has no meaning beside every',
    accepted: 'cron with a zone',
  });
}

/** The type of the function of a module. Methods that are scheduled by a decorator have such types. */
function typeOfFunction(module: string | undefined, called: string | undefined): string {
  if (module !== undefined && called !== undefined) return `${module}.${called}`;
  throw new ScheduleInvalid({
    field:
      module === undefined && called === undefined ? 'type' : module === undefined ? 'module' : 'function',
    value: undefined,
    problem: 'is missing',
    accepted: 'the type of a registered handler, or both module and function',
  });
}

function refuseBoth(type: string, other: string | undefined): string {
  if (other === undefined) return type;
  throw new ScheduleInvalid({
    field: 'type',
    value: type,
    problem: 'is given beside module and function',
    accepted: 'one of them',
  });
}
