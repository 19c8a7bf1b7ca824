import { type DstPolicy, ScheduleInvalid, trigger } from '@scheduler/contracts';
import { readClock, runsOf, walk, type Walk } from './test-support/brute-force-walker.js';
import { randomCron } from './test-support/random-cron.js';
import { SeededRandom, seedOfRun } from './test-support/seeded-random.js';
import type { Recurrence } from './instants/recurrence.js';
import { createRecurrenceEngine } from './recurrence-engine.js';

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The end of 2011-12-29 there; the next minute belongs to 2011-12-31. */
const SKIPPED_DAY_IN_APIA = Date.UTC(2011, 11, 30, 10);

/** `npm test -- --full` compares ten times as much. */
const BUDGET = process.env['SCHEDULER_TEST_BUDGET'] === 'full' ? 10 : 1;

const random = new SeededRandom(seedOfRun());
const engine = createRecurrenceEngine();
let comparisons = 0;

afterAll(() => process.stdout.write(`${comparisons} instants compared with the walker\n`));

/** The first step between two instants at which the zone's offset changes. */
function findChange(zone: string, from: number, to: number, step: number): number | null {
  const offsetAt = (instant: number) => readClock(zone, instant) - instant;
  for (let instant = from; instant < to; instant += step) {
    if (offsetAt(instant) === offsetAt(instant + step)) continue;
    return step === MINUTE
      ? instant + step
      : findChange(zone, instant, instant + step, step === DAY ? HOUR : MINUTE);
  }
  return null;
}

/** In three of four cases a change of the offset in a random year, if the zone has one. */
function interestingInstant(zone: string): number {
  if (zone === 'Pacific/Apia' && random.chance(0.3)) return SKIPPED_DAY_IN_APIA;
  const from = Date.UTC(random.between(1990, 2040), random.pick([0, 5]), 1);
  const change = random.chance(0.75) ? findChange(zone, from, from + 300 * DAY, DAY) : null;
  return change ?? from + random.between(0, 360 * 24 * 60) * MINUTE;
}

function randomPolicy(): DstPolicy {
  return { gap: random.pick(['after', 'skip']), repeat: random.pick(['first', 'both', 'last']) };
}

function compile(expression: string, zone: string, dst: DstPolicy): Recurrence | null {
  try {
    const anchor = new Date(0);
    return engine.compile({
      trigger: trigger.cron(expression, { zone, dst }),
      anchor,
      startAt: null,
      endAt: null,
    });
  } catch (error) {
    // Some random expressions name 30 February and the like: the oracle finds nothing for them either.
    if (error instanceof ScheduleInvalid && error.message.includes('no date matches')) return null;
    throw error;
  }
}

function* instantsBetween(recurrence: Recurrence, from: number, to: number): Generator<number> {
  let at = recurrence.next(new Date(from - 1));
  while (at !== null && at.getTime() < to) {
    yield at.getTime();
    at = recurrence.next(at);
  }
}

interface Case {
  readonly zone: string;
  readonly walked: Walk;
  /** The compared range: the walk without its ends, where it cannot see the other pass of a repeated hour. */
  readonly from: number;
  readonly to: number;
  readonly withSeconds: boolean;
}

function compareOnce({ zone, walked, from, to, withSeconds }: Case): void {
  const expression = randomCron(random, new Date((from + to) / 2), withSeconds);
  const dst = randomPolicy();
  const recurrence = compile(expression, zone, dst);
  const expected = runsOf(expression, dst, walked).filter((at) => at >= from && at < to);
  const found = recurrence === null ? [] : [...instantsBetween(recurrence, from, to)];
  agree(found, expected, { expression, zone, ...dst });
  for (let times = 0; recurrence !== null && times < 3; times += 1) {
    const after = random.between(from, to - 1);
    const counted = recurrence.countBetween?.(new Date(after), new Date(to - 1));
    expect({ expression, zone, ...dst, after: shown([after]), counted }).toEqual({
      expression,
      zone,
      ...dst,
      after: shown([after]),
      counted: expected.filter((at) => at >= after).length,
    });
    const first = expected.filter((at) => at > after).slice(0, 1);
    const next = recurrence.next(new Date(after))?.getTime() ?? Infinity;
    agree(next < to ? [next] : [], first, { expression, zone, ...dst, after: shown([after]) });
  }
}

/** Shows the instants only where they differ, because there are many. */
function agree(found: readonly number[], expected: readonly number[], about: object): void {
  comparisons += Math.max(1, expected.length);
  if (found.length === expected.length && found.every((at, index) => at === expected[index])) return;
  expect({ ...about, runs: shown(found) }).toEqual({ ...about, runs: shown(expected) });
}

const shown = (instants: readonly number[]) => instants.map((at) => new Date(at).toISOString());

describe('cron in zones against a walk through every reading of the clock', () => {
  it.each(ZONES)('agrees minute by minute in %s', (zone) => {
    for (let windows = 0; windows < 3 * BUDGET; windows += 1) {
      const center = Math.floor(interestingInstant(zone) / MINUTE) * MINUTE;
      const walked = walk(zone, { from: center - 36 * HOUR, to: center + 36 * HOUR, step: MINUTE });
      const inner = { from: center - 30 * HOUR, to: center + 30 * HOUR };
      for (let times = 0; times < 14; times += 1) compareOnce({ zone, walked, ...inner, withSeconds: false });
    }
  });

  it.each(ZONES)('agrees second by second in %s', (zone) => {
    for (let windows = 0; windows < 1 * BUDGET; windows += 1) {
      const center = Math.floor(interestingInstant(zone) / MINUTE) * MINUTE;
      const walked = walk(zone, { from: center - 3 * HOUR, to: center + 3 * HOUR, step: SECOND });
      const inner = { from: center - HOUR, to: center + HOUR };
      for (let times = 0; times < 8; times += 1) compareOnce({ zone, walked, ...inner, withSeconds: true });
    }
  });

  it('made at least 20,000 comparisons', () => {
    expect(comparisons).toBeGreaterThanOrEqual(20_000);
  });
});
