import { trigger } from '@scheduler/contracts';
import { DateTime } from 'luxon';
import { SeededRandom } from './test-support/seeded-random.js';
import { createRecurrenceEngine } from './recurrence-engine.js';

const ZONES = [
  'UTC',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/Sao_Paulo',
];
const FROM = Date.UTC(1990, 0, 1);
const SPAN = Date.UTC(2040, 0, 1) - FROM;

it.each(ZONES)('shows local times in %s as luxon does', (zone) => {
  const random = new SeededRandom(7);
  const engine = createRecurrenceEngine();
  for (let sample = 0; sample < 200; sample += 1) {
    const from = new Date(FROM + Math.floor(random.fraction() * SPAN));
    const request = {
      trigger: trigger.cron('* * * * *', { zone }),
      anchor: from,
      startAt: null,
      endAt: null,
      from,
      count: 1,
    };
    const [entry] = engine.preview(request);
    const shown = DateTime.fromJSDate(entry?.at ?? from, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
    expect(entry?.local).toBe(shown);
  }
});

it.each(ZONES)('runs a daily job in %s at the local time that luxon computes (F46, F48)', (zone) => {
  const random = new SeededRandom(11);
  const recurrence = createRecurrenceEngine().compile({
    trigger: trigger.daily({ at: '12:00', zone }),
    anchor: new Date(FROM - 86_400_000),
    startAt: null,
    endAt: null,
  });
  for (let sample = 0; sample < 200; sample += 1) {
    const after = new Date(FROM + Math.floor(random.fraction() * SPAN));
    const noon = DateTime.fromJSDate(after, { zone }).set({ hour: 12, minute: 0, second: 0, millisecond: 0 });
    const expected = noon.toMillis() > after.getTime() ? noon : noon.plus({ days: 1 });
    expect(recurrence.next(after)?.toISOString()).toBe(expected.toUTC().toJSDate().toISOString());
  }
});
