import { type Trigger, trigger } from '@scheduler/contracts';
import { sampleJob } from '../../test-support/samples.js';
import type { EveryOne, EveryUnits, JobBuilder } from './every-builder.js';
import { type EveryBuilder, every, type NamedJob } from './sentence-builders.js';

const defined: NamedJob[] = [];

/** The whole sentence with every word, as a program without types sees it. */
const says = (count = 1): EveryBuilder =>
  every(async (job) => {
    defined.push(job);
    return sampleJob();
  }, count);

async function triggerOf(sentence: JobBuilder): Promise<Trigger | undefined> {
  await sentence.do('job', 'type');
  return defined.pop()?.trigger;
}

describe('every (F8, F9)', () => {
  it.each<[string, EveryBuilder, Trigger]>([
    ['every().second()', says().second(), trigger.every('1s')],
    ['every(30).seconds()', says(30).seconds(), trigger.every('30s')],
    ['every().minute()', says().minute(), trigger.every('1m')],
    ['every(5).minutes()', says(5).minutes(), trigger.every('5m')],
    ['every().hour()', says().hour(), trigger.every('1h')],
    ['every(36).hours()', says(36).hours(), trigger.every('36h')],
    ['every().day()', says().day(), trigger.daily({ at: '00:00' })],
    ["every().day().at('14:30')", says().day().at('14:30'), trigger.daily({ at: '14:30' })],
    ['every(3).days()', says(3).days(), trigger.daily({ at: '00:00', every: 3 })],
    [
      "every(2).days().at('09:00').zone('Europe/Berlin')",
      says(2).days().at('09:00').zone('Europe/Berlin'),
      trigger.daily({ at: '09:00', every: 2, zone: 'Europe/Berlin' }),
    ],
    ['every().week()', says().week(), trigger.weekly({ at: '00:00', on: [] })],
    [
      'every(2).weeks().friday()',
      says(2).weeks().friday(),
      trigger.weekly({ at: '00:00', every: 2, on: 'friday' }),
    ],
    [
      "every().monday().thursday().at('08:15:30')",
      says().monday().thursday().at('08:15:30'),
      trigger.weekly({ at: '08:15:30', on: ['monday', 'thursday'] }),
    ],
  ])('%s', async (_words, sentence, expected) => {
    expect(await triggerOf(sentence)).toEqual(expected);
  });

  it.each(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const)(
    'knows %s',
    async (weekday) => {
      expect(await triggerOf(says()[weekday]())).toMatchObject({ unit: 'week', weekdays: [weekday] });
    },
  );

  it('says a weekday that is named twice once', async () => {
    expect(await triggerOf(says().monday().monday())).toMatchObject({ weekdays: ['monday'] });
  });

  it('can go on from the same beginning several times', async () => {
    const mondays = says().monday();
    expect(await triggerOf(mondays.at('09:00'))).toMatchObject({ at: '09:00' });
    expect(await triggerOf(mondays.at('17:00').friday())).toMatchObject({
      at: '17:00',
      weekdays: ['monday', 'friday'],
    });
  });

  it.each<[string, () => unknown, string]>([
    ['a time of minutes', () => says(5).minutes().at('09:00'), 'does not go with minutes'],
    ['a zone of hours', () => says().hour().zone('Europe/Berlin'), 'does not go with hours'],
    ['a weekday of minutes', () => says(5).minutes().monday(), 'does not go with minutes'],
    ['a weekday of days', () => says().day().monday(), 'every().monday()'],
    ['every second monday without weeks', () => says(2).monday(), 'every(2).weeks().monday()'],
    ['a time without a unit', () => says(2).at('09:00'), 'comes before the unit'],
    ['two units', () => says(2).hours().minutes(), 'follows hours()'],
    ['two times', () => says().day().at('09:00').at('10:00'), "follows at('09:00')"],
    ['two zones', () => says().day().zone('UTC').zone('Asia/Tokyo'), "follows zone('UTC')"],
    ['a time that does not exist', () => says().day().at('25:00'), 'is not a local time'],
    ['zero', () => says(0), 'needs a whole number from 1'],
    ['a fraction', () => says(1.5), 'needs a whole number from 1'],
  ])('refuses %s at once', (_what, say, message) => {
    expect(say).toThrow(expect.objectContaining({ code: 'SCHEDULE_INVALID' }));
    expect(say).toThrow(message);
  });

  it('refuses a sentence without a unit at its end', async () => {
    await expect(says(2).do('x', 'y')).rejects.toThrow('every(2): has no unit');
  });
});

it('does not compile what makes no sense (F8, F9)', () => {
  const one = says() as EveryOne;
  const some = says(2) as EveryUnits;
  const refused = [
    // @ts-expect-error minutes have no time of day
    () => some.minutes().at('09:00'),
    // @ts-expect-error nor weekdays
    () => some.minutes().monday(),
    // @ts-expect-error nor a zone
    () => one.hour().zone('UTC'),
    // @ts-expect-error a day is no weekday
    () => one.day().monday(),
    // @ts-expect-error two mondays are not a unit
    () => some.monday(),
    // @ts-expect-error there are seven
    () => one.caturday(),
    // @ts-expect-error a time is a text
    () => one.day().at(9),
    // @ts-expect-error an option that nobody knows
    () => one.day().with({ qeue: 'mails' }),
  ];
  for (const say of refused.slice(0, 5)) expect(say).toThrow();
});
