import { z } from 'zod';

/** Whether one object comes with all that applications store in it: a page that shows it needs no megabyte of it before somebody asks. */
export const shortChoice = z.strictObject({
  data: z.enum(['whole', 'short']).default('whole').meta({
    description:
      'short: payloads, results, inputs and outputs that are long are null, and `cut` has the beginning of each; checkpoints are null',
  }),
});

/** The beginnings of members that are null because they are long. */
export const cutMembers = z
  .record(
    z.string(),
    z.strictObject({
      bytes: z.int().meta({ description: 'How long all of it is, as indented JSON.' }),
      beginning: z.string().meta({ description: 'The first 4,000 characters of it.' }),
    }),
  )
  .optional()
  .meta({ description: 'With data=short: the beginnings of members that are too long, by their names' });

type Cut = z.output<typeof cutMembers>;

const MOST = 4_000;

/** Replaces the members of an answer that are long by their beginnings. It has to come after redaction, so that these say no more than the rest. */
export function shortened<T extends object>(
  view: T,
  members: readonly (keyof T & string)[],
): T & { cut?: Cut } {
  const cut: Record<string, { readonly bytes: number; readonly beginning: string }> = {};
  for (const member of members) {
    const text = JSON.stringify(view[member], null, 2) ?? '';
    if (text.length <= MOST) continue;
    cut[member] = { bytes: Buffer.byteLength(text), beginning: text.slice(0, MOST) };
  }
  const names = Object.keys(cut);
  if (names.length === 0) return view;
  return { ...view, ...Object.fromEntries(names.map((name) => [name, null])), cut };
}
