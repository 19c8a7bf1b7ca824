import { numbersIn, valueOf } from './numbers.mjs';
import { byRank } from './stores.mjs';

/**
 * Puts features, tests and what is left for later together. A row for each feature: its tests, the stores on which they run, and why it
 * has none, where that is known.
 *
 * - `gaps`: features without a test and without a reason
 * - `outdated`: features that were left for later and have tests now
 * - `unknown`: numbers in titles that no feature has
 */
export function coverage({ features, outOfScope, tests }) {
  const byNumber = testsByNumber(tests);
  const later = new Map(
    outOfScope.flatMap(({ numbers, reason, partly = false }) =>
      numbers.map((number) => [number, { reason, partly }]),
    ),
  );
  const rows = features.map((feature) => {
    const own = byNumber.get(feature.number) ?? [];
    return {
      ...feature,
      tests: own.map(({ file, titles }) => ({ file, title: titles.join(' › ') })),
      adapters: adaptersOf(own),
      later: later.get(feature.number) ?? null,
    };
  });
  const known = new Set(features.map(({ number }) => number));
  return {
    rows,
    gaps: rows.filter((row) => row.tests.length === 0 && row.later === null).map(({ number }) => number),
    outdated: rows
      .filter((row) => row.tests.length > 0 && row.later !== null && !row.later.partly)
      .map(({ number }) => number),
    unknown: [...new Set([...byNumber.keys(), ...later.keys()])]
      .filter((number) => !known.has(number))
      .sort((a, b) => valueOf(a) - valueOf(b)),
  };
}

function testsByNumber(tests) {
  const found = new Map();
  for (const test of tests) {
    for (const number of numbersIn(test.titles.join(' ')))
      found.set(number, [...(found.get(number) ?? []), test]);
  }
  return found;
}

/** Empty: no test of it needs a store. */
function adaptersOf(tests) {
  const all = new Set(tests.flatMap(({ adapters }) => adapters));
  return [...all].sort(byRank);
}
