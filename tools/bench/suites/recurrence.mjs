import { trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '@scheduler/core';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import { callsPerSecond, geometricMean, interleaved } from '../measure.mjs';
import { verdict } from '../report.mjs';

/** P7: the next occurrence of a parsed expression, one after the other. */

const EXPRESSIONS = [
  '* * * * *',
  '*/15 * * * *',
  '30 2 * * *',
  '0 9 * * 1-5',
  '0 0 1 * *',
  '15 10 * * 5L',
  '0 0 * * 0#2',
  '0 0 29 2 *',
];
const SPARSE = '0 0 29 2 *';
const ZONES = ['UTC', 'America/New_York'];
const FROM = new Date('2027-01-01T00:00:00Z');
const ROUNDS = 5;
const SLICE_MS = 40;
/** Far enough ahead that every library goes on; then from the start again. */
const HORIZON = Date.UTC(2150, 0, 1);

const CONTESTANTS = ['@scheduler', 'cron-parser', 'croner'];

export function run({ progress }) {
  const rows = ZONES.flatMap((zone) =>
    EXPRESSIONS.map((expression) => {
      progress(`${expression}, ${zone}`);
      return { name: `${expression}  ${zone}`, zone, expression, values: measure(expression, zone) };
    }),
  );
  const means = ZONES.map((zone) => ({
    name: `geometric mean  ${zone}`,
    zone,
    values: meansOf(rows.filter((row) => row.zone === zone)),
  }));
  return {
    suite: 'recurrence',
    unit: 'next occurrences per second',
    contestants: CONTESTANTS,
    rows: [...rows, ...means],
    verdicts: verdicts(rows, means),
  };
}

function measure(expression, zone) {
  const ours = createRecurrenceEngine().compile({
    trigger: trigger.cron(expression, { zone }),
    anchor: FROM,
    startAt: null,
    endAt: null,
  });
  const parsed = CronExpressionParser.parse(expression, { tz: zone, currentDate: FROM });
  const croner = new Cron(expression, { timezone: zone, paused: true });
  const walk = (next) => {
    let at = FROM;
    return (count) => {
      for (let i = 0; i < count; i += 1) {
        at = next(at) ?? FROM;
        if (at.getTime() > HORIZON) at = FROM;
      }
    };
  };
  return interleaved(
    {
      '@scheduler': () =>
        callsPerSecond(
          walk((at) => ours.next(at)),
          SLICE_MS,
        ),
      'cron-parser': () => {
        parsed.reset(FROM);
        return callsPerSecond((count) => {
          for (let i = 0; i < count; i += 1) if (parsed.next().getTime() > HORIZON) parsed.reset(FROM);
        }, SLICE_MS);
      },
      croner: () =>
        callsPerSecond(
          walk((at) => croner.nextRun(at)),
          SLICE_MS,
        ),
    },
    ROUNDS,
  );
}

function meansOf(rows) {
  return Object.fromEntries(
    CONTESTANTS.map((name) => [name, geometricMean(rows.map(({ values }) => values[name]))]),
  );
}

function verdicts(rows, means) {
  const ratio = ({ values }, peer) => values['@scheduler'] / values[peer];
  const [utc, newYork] = means;
  const sparse = rows.filter(({ expression }) => expression === SPARSE);
  return [
    verdict('P7 America/New_York against cron-parser', ratio(newYork, 'cron-parser'), 20),
    verdict('P7 America/New_York against croner', ratio(newYork, 'croner'), 5),
    verdict('P7 UTC against cron-parser', ratio(utc, 'cron-parser'), 5),
    verdict('P7 UTC against croner', ratio(utc, 'croner'), 5),
    ...sparse.map((row) => verdict(`P7 sparse ${row.name} against croner`, ratio(row, 'croner'), 5)),
  ];
}
