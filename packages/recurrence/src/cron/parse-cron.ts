import { BoundedCache } from '../local-time/bounded-cache.js';
import { CronExpression, type CronTexts } from './cron-expression.js';
import { type CronField, HOUR, MINUTE, MONTH, SECOND } from './cron-field.js';
import { refuseExpression } from './cron-refusal.js';
import { hasDates } from './cron-times.js';
import { parseDays } from './parse-days.js';
import { FieldReader } from './parse-field.js';

const LONGEST_EXPRESSION = 256;
const CACHED_EXPRESSIONS = 10_000;

const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
  '@minutely': '* * * * *',
};

/** Parses expressions and caches them, because many jobs share few patterns. */
export class CronParser {
  private readonly expressions = new BoundedCache<string, CronExpression>(CACHED_EXPRESSIONS);

  parse(text: unknown): CronExpression {
    if (typeof text !== 'string') throw refuseExpression(text, 'it must be a string');
    if (text.length > LONGEST_EXPRESSION) {
      throw refuseExpression(text, `it has ${text.length} characters, more than ${LONGEST_EXPRESSION}`);
    }
    return this.expressions.getOrCreate(text, parseCron);
  }
}

/** Parses an expression. Throws ScheduleInvalid if it is not valid or matches no date. */
export function parseCron(text: string): CronExpression {
  refuseInvalidCharacters(text);
  const texts = splitFields(text, expandMacro(text));
  const expression = new CronExpression(texts, {
    seconds: valuesOf(SECOND, texts.second, text),
    minutes: valuesOf(MINUTE, texts.minute, text),
    hours: valuesOf(HOUR, texts.hour, text),
    months: valuesOf(MONTH, texts.month, text),
    days: parseDays(texts.dayOfMonth, texts.dayOfWeek, text),
  });
  if (!hasDates(expression)) {
    throw refuseExpression(
      text,
      `no date matches day of month ${texts.dayOfMonth}, month ${texts.month}, day of week ${texts.dayOfWeek}`,
      'a day that at least one of the months has in some year',
    );
  }
  return expression;
}

function refuseInvalidCharacters(text: string): void {
  const invalid = /[^\x20-\x7e\t]/u.exec(text);
  if (invalid === null) return;
  const code = (invalid[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw refuseExpression(
    text,
    `character ${invalid.index + 1} (U+${code}) is not allowed in any field`,
    'letters A–Z, digits 0–9, the signs * , - / ? # @ and spaces or tabs between the fields',
  );
}

function expandMacro(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('@')) return trimmed;
  const macro = trimmed.toLowerCase();
  if (macro === '@reboot') {
    throw refuseExpression(
      text,
      '@reboot has no instants of its own; use the reboot trigger: trigger.reboot()',
    );
  }
  if (!Object.hasOwn(MACROS, macro)) {
    throw refuseExpression(text, `${trimmed} is not a macro`, Object.keys(MACROS).join(', '));
  }
  return MACROS[macro] ?? trimmed;
}

function splitFields(text: string, expanded: string): CronTexts {
  const fields = splitAtBlanks(expanded);
  if (fields.length === 5) fields.unshift('0');
  const [second, minute, hour, dayOfMonth, month, dayOfWeek, ...more] = fields;
  if (dayOfWeek === undefined || more.length > 0 || month === undefined) throw refuseCount(text, expanded);
  return { second, minute, hour, dayOfMonth, month, dayOfWeek } as CronTexts;
}

/** A tab between two fields is a space, since people copy expressions from crontabs. */
function splitAtBlanks(expanded: string): string[] {
  return expanded === '' ? [] : expanded.split(/[ \t]+/);
}

function refuseCount(text: string, expanded: string): Error {
  const count = splitAtBlanks(expanded).length;
  const year = count === 7 ? '; a year field is not supported' : '';
  return refuseExpression(text, `it has ${count} ${count === 1 ? 'field' : 'fields'}, not 5 or 6${year}`);
}

function valuesOf(field: CronField, text: string, expression: string): readonly number[] {
  const reader = new FieldReader(field, text, expression);
  return reader.items().flatMap((item) => reader.values(item));
}
