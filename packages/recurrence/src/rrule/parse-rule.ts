import { didYouMean } from '@scheduler/contracts/adapter';
import { checkRule } from './check-rule.js';
import { FREQUENCIES, type Frequency, type RecurrenceRule } from './recurrence-rule.js';
import { type NumberRange, RulePart } from './rule-parts.js';
import { refuseRule } from './rule-refusal.js';

export const LONGEST_RULE = 256;
export const MOST_COUNTED = 10_000;
const LONGEST_INTERVAL = 10_000;
const MONDAY = 1;

const NAMES = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
  'BYSETPOS',
  'WKST',
];

/** Parses a rule. Throws ScheduleInvalid for anything that is not a rule of RFC 5545 or is not supported by this engine. */
export function parseRule(text: unknown): RecurrenceRule {
  const parts = splitParts(checkText(text));
  const rule: RecurrenceRule = {
    frequency: frequencyOf(parts.get('FREQ'), text),
    interval: parts.get('INTERVAL')?.integer(LONGEST_INTERVAL) ?? 1,
    count: parts.get('COUNT')?.integer(MOST_COUNTED) ?? null,
    until: parts.get('UNTIL')?.until() ?? null,
    months: numbersOf(parts.get('BYMONTH'), { low: 1, high: 12, fromEnd: false }),
    weekNumbers: numbersOf(parts.get('BYWEEKNO'), { low: 1, high: 53, fromEnd: true }),
    yearDays: numbersOf(parts.get('BYYEARDAY'), { low: 1, high: 366, fromEnd: true }),
    monthDays: numbersOf(parts.get('BYMONTHDAY'), { low: 1, high: 31, fromEnd: true }),
    weekdays: parts.get('BYDAY')?.weekdays() ?? [],
    hours: numbersOf(parts.get('BYHOUR'), { low: 0, high: 23, fromEnd: false }),
    minutes: numbersOf(parts.get('BYMINUTE'), { low: 0, high: 59, fromEnd: false }),
    seconds: numbersOf(parts.get('BYSECOND'), { low: 0, high: 59, fromEnd: false }),
    positions: numbersOf(parts.get('BYSETPOS'), { low: 1, high: 366, fromEnd: true }),
    weekStart: parts.get('WKST')?.weekday() ?? MONDAY,
  };
  checkRule(rule, parts);
  return rule;
}

const numbersOf = (part: RulePart | undefined, range: NumberRange): readonly number[] =>
  part?.numbers(range) ?? [];

function checkText(text: unknown): string {
  if (typeof text !== 'string') throw refuseRule(text, 'it must be a string');
  if (text.length > LONGEST_RULE) {
    throw refuseRule(text, `it has ${text.length} characters, more than ${LONGEST_RULE}`);
  }
  const invalid = /[^\x20-\x7e]/u.exec(text);
  if (invalid === null) return text;
  throw refuseRule(
    text,
    `character ${invalid.index + 1} is not allowed; the rule is one line of plain letters`,
  );
}

function splitParts(text: string): ReadonlyMap<string, RulePart> {
  const parts = new Map<string, RulePart>();
  const body = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  for (const piece of body.split(';')) {
    const separator = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, separator));
    if (separator < 1) throw refuseRule(text, `${JSON.stringify(piece)} is not NAME=VALUE`);
    if (!NAMES.includes(name)) throw unknownPart(text, name);
    if (parts.has(name)) throw refuseRule(text, `${name} is given twice`);
    parts.set(name, new RulePart(name, piece.slice(separator + 1), text));
  }
  return parts;
}

function unknownPart(text: string, name: string): Error {
  if (/^(?:DTSTART|TZID)/.test(name)) {
    return refuseRule(
      text,
      `${name} does not belong to the rule; give anchor and zone of the trigger instead`,
    );
  }
  const meant = didYouMean(name, NAMES);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  return refuseRule(text, `${JSON.stringify(name)} is not a part of a rule${hint}`, NAMES.join(', '));
}

function frequencyOf(part: RulePart | undefined, text: unknown): Frequency {
  if (part === undefined) throw refuseRule(text, 'FREQ is missing', `FREQ=${FREQUENCIES.join(', ')}`);
  const frequency = FREQUENCIES.find((name) => name === part.text);
  if (frequency !== undefined) return frequency;
  throw part.refuse(`${JSON.stringify(part.text)} is not a frequency`, FREQUENCIES.join(', '));
}
