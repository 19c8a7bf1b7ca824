import { type Frequency, isWithinDay, type RecurrenceRule } from './recurrence-rule.js';
import type { RulePart } from './rule-parts.js';

type Parts = ReadonlyMap<string, RulePart>;

/** Refuses parts that must not be combined by RFC 5545, which does not define their meaning. */
export function checkRule(rule: RecurrenceRule, parts: Parts): void {
  if (rule.count !== null && rule.until !== null) {
    refuse(parts, 'UNTIL', 'excludes COUNT', 'one of the two');
  }
  only(rule, parts, 'BYWEEKNO', (frequency) => frequency === 'YEARLY');
  only(rule, parts, 'BYYEARDAY', (frequency) => frequency === 'YEARLY' || isWithinDay(frequency));
  only(rule, parts, 'BYMONTHDAY', (frequency) => frequency !== 'WEEKLY');
  checkNthWeekdays(rule, parts);
  const others = [...parts.keys()].filter((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  if (rule.positions.length > 0 && others.length === 0) {
    refuse(parts, 'BYSETPOS', 'selects from the times of other BY… parts, and the rule has none');
  }
}

function checkNthWeekdays({ weekdays, frequency, weekNumbers, months }: RecurrenceRule, parts: Parts): void {
  if (weekdays.every(({ nth }) => nth === 0)) return;
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') {
    refuse(
      parts,
      'BYDAY',
      `has a numbered weekday, which FREQ=${frequency} does not allow`,
      'weekdays without numbers',
    );
  }
  if (weekNumbers.length > 0) {
    refuse(parts, 'BYDAY', 'has a numbered weekday beside BYWEEKNO', 'weekdays without numbers');
  }
  const inMonth = frequency === 'MONTHLY' || months.length > 0;
  if (inMonth && weekdays.some(({ nth }) => Math.abs(nth) > 5)) {
    refuse(
      parts,
      'BYDAY',
      'has a number beyond the 5 weeks of a month',
      '1 to 5 or -5 to -1 before a weekday',
    );
  }
}

function only(
  rule: RecurrenceRule,
  parts: Parts,
  name: string,
  fits: (frequency: Frequency) => boolean,
): void {
  if (parts.has(name) && !fits(rule.frequency)) {
    refuse(parts, name, `cannot be combined with FREQ=${rule.frequency}`);
  }
}

function refuse(parts: Parts, name: string, problem: string, accepted?: string): void {
  const part = parts.get(name);
  if (part !== undefined) throw part.refuse(problem, accepted);
}
