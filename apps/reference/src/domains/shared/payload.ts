import { PayloadInvalid } from '@scheduler/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads payloads field by field; the error for an invalid value names its field. */
export const payload = Object.freeze({ object, text, matching, oneOf, wholeNumber });

function object(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new PayloadInvalid({ field: 'payload', value, problem: 'is not an object' });
}

function text(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new PayloadInvalid({ field: `payload.${field}`, value, problem: 'is not a text' });
}

function matching(fields: Fields, field: string, rule: { pattern: RegExp; accepted: string }): string {
  const value = text(fields, field);
  if (rule.pattern.test(value)) return value;
  const { accepted } = rule;
  throw new PayloadInvalid({ field: `payload.${field}`, value, problem: 'has the wrong form', accepted });
}

function oneOf<TChoice extends string>(
  fields: Fields,
  field: string,
  choices: { readonly accepted: readonly TChoice[]; readonly default: TChoice },
): TChoice {
  const value = fields[field] ?? choices.default;
  const choice = choices.accepted.find((accepted) => accepted === value);
  if (choice !== undefined) return choice;
  throw new PayloadInvalid({
    field: `payload.${field}`,
    value,
    problem: 'is not known',
    accepted: choices.accepted.join(', '),
  });
}

function wholeNumber(fields: Fields, field: string, range: { min: number; max: number }): number {
  const value = fields[field];
  const { min, max } = range;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new PayloadInvalid({
    field: `payload.${field}`,
    value,
    problem: 'is not a whole number in range',
    accepted: `${min} to ${max}`,
  });
}
