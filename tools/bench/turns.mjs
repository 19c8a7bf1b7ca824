import { median } from './measure.mjs';
import { Side } from './sides/side.mjs';

/**
 * Interleaved repetitions: in every round each contestant is measured in a fresh process on fresh storage, so that a slow moment of
 * the machine affects all of them alike. Every other round goes backwards, so that none always follows the same one.
 *
 * @param contestants name → `{ module, options(round): Promise<options>, serverPid, walBytes }`; those of the server, if it is not that of all contestants
 * @param turn measures once: `(side, { name, another }) => { metric: number }`; `another()` opens a second process on the same storage
 * @returns `medians`: name → metric → median; `samples`: name → the metrics of each round; `failures`: texts about contestants that could not be measured
 */
export async function takeTurns({ contestants, rounds, turn, serverPid, walBytes, progress }) {
  const samples = new Map(Object.keys(contestants).map((name) => [name, []]));
  const failures = new Map();
  for (let round = 1; round <= rounds; round += 1) {
    const inOrder = Object.entries(contestants);
    for (const [name, contestant] of round % 2 === 1 ? inOrder : inOrder.reverse()) {
      if (failures.has(name)) continue;
      progress(`round ${round} of ${rounds}: ${name}`);
      try {
        samples.get(name).push(
          await oneTurn(contestant, {
            turn: (side, another) => turn(side, { name, another }),
            server: { serverPid, walBytes },
          }),
        );
      } catch (error) {
        progress(`${name} failed: ${error.message}`);
        failures.set(name, `${name} could not be measured: ${error.message.split('\n')[0]}`);
      }
    }
  }
  const medians = Object.fromEntries([...samples].map(([name, each]) => [name, mediansOf(each)]));
  return { medians, samples: Object.fromEntries(samples), failures: [...failures.values()] };
}

/** The median over the rounds of the ratio of two contestants in the same round. Not a number if one of them could not be measured. */
export function ratioByRounds(samples, metric, { of, to }) {
  return median(samples[of].map((sample, round) => sample[metric] / samples[to][round]?.[metric]));
}

/** The smallest and the largest value of a metric, for the notes of a report: what lies within them says nothing. */
export function spreadOf(samples, metric) {
  const ranges = Object.entries(samples).flatMap(([contestant, each]) => {
    const values = each.map((sample) => sample[metric]).filter(Number.isFinite);
    if (values.length < 2) return [];
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => Math.round(value));
    return [`${contestant} ${least.toLocaleString('en-US')}–${most.toLocaleString('en-US')}`];
  });
  return ranges.length === 0 ? [] : [`spread of ${metric}: ${ranges.join(', ')}`];
}

async function oneTurn({ module, options, ...own }, { turn, server }) {
  const openOptions = await options();
  const sides = [];
  const another = async () => {
    const side = new Side({ ...server, ...own });
    sides.push(side);
    await side.open(module, openOptions);
    return side;
  };
  try {
    return await turn(await another(), another);
  } finally {
    // An error on close must not hide the one of the measurement.
    await Promise.all(sides.map((side) => side.close().catch(() => {})));
  }
}

function mediansOf(samples) {
  const metrics = [...new Set(samples.flatMap(Object.keys))];
  return Object.fromEntries(
    metrics.map((metric) => [
      metric,
      median(samples.map((each) => each[metric]).filter((value) => value !== undefined)),
    ]),
  );
}

/** The rows of a report: `{ name, metric }` → `{ name, values }`, without metrics that no contestant has. */
export function rowsOf(medians, metrics) {
  return metrics
    .map(({ name, metric }) => ({
      name,
      values: Object.fromEntries(
        Object.entries(medians)
          .filter(([, values]) => Number.isFinite(values[metric]))
          .map(([contestant, values]) => [contestant, values[metric]]),
      ),
    }))
    .filter(({ values }) => Object.keys(values).length > 0);
}
