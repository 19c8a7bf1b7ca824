import { trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import { callsPerSecond, geometricMean, interleaved } from '../measure.mjs';
import { verdict } from '../report.mjs';

/** P7: the next occurrence of a parsed expression, one after the other; and the first one of a new engine, parsing included. */

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
/** Beyond this instant the walk begins again, because not every library goes further. */
const HORIZON = Date.UTC(2150, 0, 1);

/** How many times faster than each peer the scheduler has to be. */
const TARGETS = {
  UTC: { 'cron-parser': 5, croner: 5 },
  'America/New_York': { 'cron-parser': 20, croner: 5 },
};

/** How many times faster than each peer a new engine has to be, in every zone. */
const COLD_TARGETS = { croner: 1 };

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
  const cold = ZONES.map((zone) => {
    progress(`new engines, ${zone}`);
    const values = EXPRESSIONS.map((expression) => ({ values: measureCold(expression, zone) }));
    return { name: `new engine, parse, one next: mean  ${zone}`, zone, values: meansOf(values) };
  });
  return {
    suite: 'recurrence',
    unit: 'next occurrences per second',
    contestants: CONTESTANTS,
    rows: [...rows, ...means, ...cold],
    verdicts: [...verdicts(rows, means), ...coldVerdicts(cold)],
  };
}

/** A new engine, or what is the same to a peer, for each question. */
function measureCold(expression, zone) {
  const engines = {
    '@scheduler': () => {
      const cron = trigger.cron(expression, { zone });
      createRecurrenceEngine()
        .compile({ trigger: cron, anchor: FROM, startAt: null, endAt: null })
        .next(FROM);
    },
    'cron-parser': () => CronExpressionParser.parse(expression, { tz: zone, currentDate: FROM }).next(),
    croner: () => new Cron(expression, { timezone: zone, paused: true }).nextRun(FROM),
  };
  const repeat = (ask) => (count) => {
    for (let i = 0; i < count; i += 1) ask();
  };
  return interleaved(
    Object.fromEntries(
      CONTESTANTS.map((name) => [name, () => callsPerSecond(repeat(engines[name]), SLICE_MS)]),
    ),
    ROUNDS,
  );
}

function coldVerdicts(means) {
  return means.flatMap(({ zone, values }) =>
    Object.entries(COLD_TARGETS).map(([peer, target]) =>
      verdict(`P7 ${zone} against ${peer}, new engine`, values['@scheduler'] / values[peer], target),
    ),
  );
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

/** P7 holds for the mean, for the sparse expression and for the worst of the eight. */
function verdicts(rows, means) {
  const ratio = ({ values }, peer) => values['@scheduler'] / values[peer];
  return means.flatMap((mean) =>
    Object.entries(TARGETS[mean.zone]).flatMap(([peer, target]) => {
      const inZone = rows.filter(({ zone }) => zone === mean.zone);
      const sparse = inZone.find(({ expression }) => expression === SPARSE);
      const worst = Math.min(...inZone.map((row) => ratio(row, peer)));
      return [
        verdict(`P7 ${mean.zone} against ${peer}, mean`, ratio(mean, peer), target),
        verdict(`P7 ${mean.zone} against ${peer}, sparse ${SPARSE}`, ratio(sparse, peer), target),
        verdict(`P7 ${mean.zone} against ${peer}, worst of ${inZone.length}`, worst, target),
      ];
    }),
  );
}
