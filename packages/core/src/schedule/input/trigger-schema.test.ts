import { ScheduleInvalid, trigger, type Trigger, TRIGGER_KINDS } from '@scheduler/contracts';
import { readInput } from '../../support/input/read-input.js';
import { triggerSchema } from './trigger-schema.js';

const read = (value: unknown): Trigger =>
  readInput({ schema: triggerSchema, value, error: ScheduleInvalid, subject: 'trigger' });

const at = new Date('2030-01-01T00:00:00Z');
const cron = trigger.cron('* * * * *');
const daily = trigger.daily({ at: '09:00' });

describe('a trigger', () => {
  it.each<[string, Trigger]>([
    ['once', trigger.once(at)],
    ['now', trigger.now()],
    ['cron', trigger.cron(['0 9 * * *', '0 17 * * *'], { zone: 'Europe/Berlin', dst: { gap: 'skip' } })],
    ['every', trigger.every('15m', { anchor: at })],
    ['daily', trigger.daily({ at: '09:00', every: 2 })],
    ['weekly', trigger.weekly({ at: '09:00', on: ['monday', 'friday'] })],
    ['monthly', trigger.monthly({ at: '09:00', nthWeekday: { nth: 'last', weekday: 'friday' } })],
    ['yearly', trigger.yearly({ at: '09:00', month: 12, day: 24, overflow: 'skip', anchor: at })],
    ['event', trigger.event('user:signup')],
    ['reboot', trigger.reboot()],
  ])('%s is taken as its builder makes it', (_, made) => {
    expect(read(made)).toEqual(made);
  });

  it('gets the defaults that it does not name', () => {
    expect(read({ kind: 'cron', expressions: '0 9 * * *' })).toEqual(trigger.cron('0 9 * * *'));
    expect(read({ kind: 'every', durationMs: 1_000 })).toEqual(trigger.every('1s'));
    expect(read({ kind: 'calendar', unit: 'day', at: '09:00' })).toEqual(daily);
    expect(read({ kind: 'cron', expressions: '@daily', dst: { gap: 'skip' } })).toEqual(
      trigger.cron('@daily', { dst: { gap: 'skip' } }),
    );
  });

  it.each<[unknown, string]>([
    [{ kind: 'lunar' }, 'kind: is not a known kind of trigger, got "lunar"'],
    [{}, 'kind: is not a known kind of trigger'],
    [{ kind: 'crno', expressions: [] }, 'kind: is not a known kind of trigger, got "crno"'],
    ['0 9 * * *', 'trigger: is not a trigger, got "0 9 * * *"'],
    [null, 'trigger: is not a trigger, got null'],
    [undefined, 'trigger: is not a trigger'],
    [[], 'trigger: is not a'],
  ])('refuses %j and lists the kinds', (value, message) => {
    expect(() => read(value)).toThrow(ScheduleInvalid);
    expect(() => read(value)).toThrow(message);
    expect(() => read(value)).toThrow(
      `; accepted: a trigger of the kind ${TRIGGER_KINDS.join(', ')}, such as trigger.cron('0 9 * * *')`,
    );
  });

  it.each<[unknown, RegExp]>([
    [{ kind: 'once', at: '2030-01-01' }, /^at: is not a valid date, got "2030-01-01"; accepted: a Date/],
    [{ kind: 'once' }, /^at: is not a valid date; accepted: a Date/],
    [
      { ...cron, expressions: [] },
      /^expressions: has no or too many expressions, got \[\]; accepted: one cron/,
    ],
    [{ ...cron, expressions: 5 }, /^expressions: is not a list of cron expressions, got 5; accepted/],
    [{ ...cron, expressions: [''] }, /^expressions\.0: is empty, got ""; accepted/],
    [{ ...cron, expressions: ['x'.repeat(257)] }, /^expressions\.0: is too long/],
    [
      { ...cron, expressions: Array.from({ length: 101 }, () => '@daily') },
      /^expressions: has no or too many/,
    ],
    [{ ...cron, zone: '' }, /^zone: is empty, got ""; accepted/],
    [{ ...cron, zone: 5 }, /^zone: is not a text, got 5/],
    [{ ...cron, dst: { gap: 'both' } }, /^dst\.gap: is not known, got "both"; accepted: after, skip/],
    [
      { ...cron, dst: { repeat: 'never' } },
      /^dst\.repeat: is not known, got "never"; accepted: first, both, last/,
    ],
    [
      { kind: 'every', durationMs: 999 },
      /^durationMs: is too small, got 999; accepted: a whole number from 1000/,
    ],
    [{ kind: 'every', durationMs: '5m' }, /^durationMs: is not a number, got "5m"; accepted/],
    [{ ...daily, unit: 'hour' }, /^unit: is not known, got "hour"; accepted: day, week, month, year/],
    [{ ...daily, every: 0 }, /^every: is too small, got 0; accepted: a whole number from 1 to 10000/],
    [{ ...daily, weekdays: ['mon'] }, /^weekdays\.0: is not known, got "mon"; accepted: monday, tuesday/],
    [
      { ...daily, weekdays: 'monday' },
      /^weekdays: is not a list of weekdays, got "monday"; accepted: monday/,
    ],
    [{ ...daily, month: 13 }, /^month: is too big, got 13; accepted: a whole number from 1 to 12/],
    [{ ...daily, dayOfMonth: 32 }, /^dayOfMonth: is too big, got 32; accepted: a whole number from 1 to 31/],
    [
      { ...daily, nthWeekday: { nth: 6, weekday: 'friday' } },
      /^nthWeekday\.nth: is not known, got 6; accepted: 1 to 5 or 'last'/,
    ],
    [{ ...daily, overflow: 'next' }, /^overflow: is not known, got "next"; accepted: clamp, skip/],
    [{ ...daily, anchor: 'x' }, /^anchor: is not a valid date, got "x"/],
    [{ kind: 'event', name: '' }, /^name: is empty, got ""; accepted/],
    [{ kind: 'now', at }, /^at: is not known/],
  ])('refuses %j', (value, message) => {
    expect(() => read(value)).toThrow(ScheduleInvalid);
    expect(() => read(value)).toThrow(message);
  });
});
