import { type DurableStepOptions, type InputIssue, ResultInvalid } from '@scheduler/contracts';

export interface DurableStep {
  readonly name: string;
  readonly run: () => unknown;
  readonly rollback: DurableStepOptions<unknown>['rollback'] | null;
}

const LONGEST_NAME = 128;
const NAME_RULE = `a text of 1 to ${LONGEST_NAME} characters`;

/** Checks the arguments of `context.step`. Throws ResultInvalid, since a wrong call is wrong in the next attempt too. */
export function readStep(name: unknown, run: unknown, options: unknown): DurableStep {
  if (typeof name !== 'string' || name.length === 0 || name.length > LONGEST_NAME)
    throw refusal({
      field: 'step name',
      value: name,
      problem: 'is not the name of a step',
      accepted: NAME_RULE,
    });
  const refuse = (field: string, value: unknown, accepted: string) =>
    refusal({ field: `step '${name}': ${field}`, value, problem: 'cannot be used', accepted });
  if (typeof run !== 'function') throw refuse('its function', run, 'a function, which may be asynchronous');
  if (options !== undefined && (typeof options !== 'object' || options === null))
    throw refuse('its options', options, '{ rollback }');
  const { rollback = null, ...unknown } = (options ?? {}) as Readonly<Record<string, unknown>>;
  const [surplus] = Object.keys(unknown);
  if (surplus !== undefined) throw refuse(surplus, unknown[surplus], 'the option rollback, and no other');
  if (rollback !== null && typeof rollback !== 'function')
    throw refuse('rollback', rollback, 'a function, which may be asynchronous');
  return { name, run: run as DurableStep['run'], rollback: rollback as DurableStep['rollback'] };
}

function refusal(issue: InputIssue): ResultInvalid {
  return new ResultInvalid(issue);
}
