import { principal, Scene } from './test-support/scene.js';

/** Triggers that would take a naive reader years or gigabytes: each is answered soon, and with little. */

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.node.stop();
});

const cron = (...expressions: string[]) => ({ kind: 'cron', expressions });
const bombs: readonly (readonly [string, object])[] = [
  ['a day that never comes', cron('0 0 31 2 *')],
  ['a day that comes four times in a hundred years', cron('0 0 29 2 1')],
  ['each second', cron('* * * * * *')],
  ['a hundred expressions of each second', cron(...Array.from({ length: 100 }, () => '* * * * * *'))],
  ['a step of nothing', cron('*/0 * * * *')],
  ['a range of a billion', cron('0-999999999 * * * *')],
  ['a million commas', cron(','.repeat(1_000_000))],
  ['a rule each second without end', { kind: 'rrule', rule: 'FREQ=SECONDLY;INTERVAL=1' }],
  ['a rule that counts to a billion', { kind: 'rrule', rule: 'FREQ=MINUTELY;COUNT=1000000000' }],
  ['a rule that never matches', { kind: 'rrule', rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
  [
    'a rule of contradictions',
    { kind: 'rrule', rule: 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31;BYHOUR=3;BYSECOND=59' },
  ],
  ['a rule with the smallest interval', { kind: 'rrule', rule: 'FREQ=DAILY;INTERVAL=0' }],
  ['an interval of a millisecond', { kind: 'every', duration_ms: 1 }],
  [
    'a calendar of the thirty-first day',
    { kind: 'calendar', unit: 'month', at: '00:00', day: 31, every: 10_000 },
  ],
];

const TIME_LIMIT_MS = 60_000;

describe.each(bombs)('a cron bomb is bounded in time and memory (F252): %s', (_title, trigger) => {
  it(
    'previewed, created and foreseen',
    async () => {
      const scene = new Scene({ limits: { bodyBytes: 2_000_000 } });
      scenes.push(scene);
      const as = principal('admin', 'acme');
      const send = async (method: string, path: string, body?: object) => {
        const answer = await scene.send(method, path, { as, ...(body === undefined ? {} : { body }) });
        expect([path, answer.status < 500, scene.errors]).toEqual([path, true, []]);
        // A thousand runs with what is remarked on them, and no more.
        expect(answer.text.length).toBeLessThan(1_000_000);
        return answer;
      };
      const before = process.memoryUsage().heapUsed;
      await send('POST', '/preview', { trigger, count: 1_000 });
      const created = await send('POST', '/jobs', { name: 'bomb', handler_name: 'greet', trigger });
      if (created.status === 201)
        for (const path of [
          '/jobs',
          '/jobs/bomb',
          '/jobs/bomb/preview?count=100',
          '/jobs/bomb/explain',
          '/forecast',
        ])
          await send('GET', path);
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(500_000_000);
    },
    TIME_LIMIT_MS,
  );
});
