import { isJobType, JOB_TYPE_RULE } from '@scheduler/contracts';
import { UsageError } from '../output/console-error.js';
import type { ImportEntry } from './import-entry.js';

/** `--type-of <pattern>=<type>`, with `*` for any text. */
export interface TypeRule {
  readonly matches: (text: string) => boolean;
  readonly type: string;
}

export function readTypeRules(texts: readonly string[]): readonly TypeRule[] {
  return texts.map((text) => {
    const end = text.lastIndexOf('=');
    const [pattern, type] = [text.slice(0, end), text.slice(end + 1)];
    if (end < 1 || !isJobType(type))
      throw new UsageError(
        `--type-of: ${JSON.stringify(text)} is not <pattern>=<type>; accepted: '*backup*=run_backup', with a type of ${JOB_TYPE_RULE}`,
      );
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    const expression = new RegExp(`^${parts.join('.*')}$`, 's');
    return { type, matches: (given) => expression.test(given) };
  });
}

/** The first rule that fits the name or the command. Null: none does. */
export function typeOfRules({ name, command }: ImportEntry, rules: readonly TypeRule[]): string | null {
  const texts = [name, command].filter((text) => text !== null);
  return rules.find(({ matches }) => texts.some(matches))?.type ?? null;
}
