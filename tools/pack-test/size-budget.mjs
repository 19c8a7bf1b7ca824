import { readFileSync } from 'node:fs';

export const BUDGETS_FILE = 'tools/pack-test/size-budgets.json';

/** The most that each package may weigh, in kilobytes: its tarball, and what it takes in node_modules, without its dependencies. */
export const readBudgets = () =>
  JSON.parse(readFileSync(new URL('./size-budgets.json', import.meta.url), 'utf8'));

/** Refuses a package that weighs more than its budget, or has none. Sizes are in bytes. */
export function checkSize(name, { packed, unpacked }, budgets = readBudgets()) {
  const budget = budgets[name];
  const actual = { packed: kilobytes(packed), unpacked: kilobytes(unpacked) };
  if (budget === undefined)
    throw new Error(
      `${name} has no size budget. It weighs ${actual.packed} kB packed and ${actual.unpacked} kB unpacked: ` +
        `give it a row with about a quarter more in ${BUDGETS_FILE}.`,
    );
  const exceeded = ['packed', 'unpacked'].filter((size) => actual[size] > budget[size]);
  if (exceeded.length > 0)
    throw new Error(
      `${name} is too large: ${exceeded.map((size) => `${actual[size]} kB ${size}, and its budget is ${budget[size]} kB`).join('; ')}. ` +
        `Look what was added (npm pack --dry-run -w ${name}), or raise the budget in ${BUDGETS_FILE} and say why in the commit.`,
    );
}

/** Rows of packages that are no longer published, which would hide that a package has lost its budget by a new name. */
export const outdatedBudgets = (names, budgets = readBudgets()) =>
  Object.keys(budgets).filter((name) => !names.includes(name));

const kilobytes = (bytes) => Math.ceil(bytes / 1000);
