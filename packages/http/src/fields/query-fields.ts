import { z } from 'zod';

/** The parameters of queries: each is a text that is read strictly, and described as what it stands for. */

const WHOLE = /^\d{1,9}$/;

export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(WHOLE, `is not a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `is not a whole number from ${least} to ${most}`)
    .meta({ type: 'integer', minimum: least, maximum: most, pattern: undefined });
}

export const LARGEST_PAGE = 100;
const FARTHEST_OFFSET = 1_000_000;

/** A page as the seed has it: `limit` from 1 to 100, and `offset`. */
export function pageFields(limit: number) {
  return {
    limit: wholeNumber(1, LARGEST_PAGE).default(limit),
    offset: wholeNumber(0, FARTHEST_OFFSET).default(0),
  };
}

const LONGEST_LIST = 50;

/** Values that are separated by commas. They are described as the list that they are, so that clients know what may stand in it. */
export function commaList<TOutput>(item: z.ZodType<TOutput, string>) {
  const { $schema: _, ...items } = z.toJSONSchema(item, { io: 'input' });
  return z
    .string()
    .min(1)
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(LONGEST_LIST))
    .meta({ type: 'array', items, minItems: 1, maxItems: LONGEST_LIST, minLength: undefined });
}

// eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
const PLAIN = /^[^\u0000-\u001f\u007f-\u009f]+$/;

export function plainText(longest: number) {
  return z
    .string()
    .max(longest, `is longer than ${longest} characters`)
    .regex(PLAIN, 'is empty or has control characters');
}

export const nameText = plainText(255);

/** An instant in ISO 8601, with its offset or `Z`. */
export const instant = z.iso
  .datetime({ offset: true, error: 'is not an instant such as 2030-01-01T00:00:00Z' })
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'is not an instant');

export const flagText = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: undefined });

export const idParams = z.strictObject({ id: nameText });
