import { createRecurrenceEngine } from '@scheduler/recurrence';
import { errorsOf, inputOf, triggerOf } from './schedule-input.js';

const engine = createRecurrenceEngine();

/** What the form says about the values of an address: the words of the schedule, or the errors by field. */
function said(values: Readonly<Record<string, string>>): unknown {
  const input = inputOf(values, 'Europe/Berlin');
  try {
    return engine.describe(triggerOf(input));
  } catch (error) {
    return errorsOf(error, input.kind);
  }
}

it.each([
  [{}, 'at 02:30 every day, Europe/Berlin'],
  [
    { kind: 'calendar', unit: 'week', weekdays: 'monday,friday', at: '08:00', zone: 'UTC' },
    /Monday.*Friday/i,
  ],
  [{ kind: 'every', duration: '6h' }, /6 h/],
  [{ kind: 'rrule' }, /./],
])('%j is a schedule in words', (values, words) => {
  expect(said(values)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
});

it.each([
  [{ cron: '30 25 * * *' }, 'expression', /hour field, part "25": is out of range.*Accepted: .*0–23/],
  [{ cron: '' }, 'expression', /there is none/],
  [{ zone: 'Europe/Berli' }, 'zone', /did you mean Europe\/Berlin/],
  [{ kind: 'every', duration: 'soon' }, 'duration', /./],
  [{ kind: 'every', duration: '5ms' }, 'duration', /at least one second/],
  [{ kind: 'rrule', rule: 'FREQ=MOON' }, 'rule', /is not a frequency/],
  [{ kind: 'calendar', at: '25:00' }, 'at', /./],
  [{ kind: 'calendar', unit: 'month', day: '45' }, 'day', /out of range/],
  [{ kind: 'calendar', every: 'x' }, 'every', /whole number/],
])('%j is refused at its field %s', (values, field, problem) => {
  expect(said(values)).toEqual({ [field]: expect.stringMatching(problem) as string });
});

it('takes unknown words of an address for the usual ones', () => {
  expect(inputOf({ kind: 'lunar', gap: 'x', unit: 'century' }, 'UTC')).toMatchObject({
    kind: 'cron',
    gap: 'after',
    unit: 'day',
    zone: 'UTC',
  });
});
