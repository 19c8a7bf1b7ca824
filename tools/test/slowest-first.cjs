const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The files that take longest. Jest itself knows how long a file took only where it has run before; in a fresh clone it would begin with the
 * largest files, and wait for these at the end.
 */
const SLOWEST = [
  'tools/faults/src/faults.test.ts',
  'packages/knex/src/silent-connections.test.ts',
  'tools/integration-tests/src/page-examples.test.ts',
  'tools/sim/src/simulate.test.ts',
  'tools/integration-tests/src/examples.test.ts',
  'packages/knex/src/stop-without-database.test.ts',
  'packages/bullmq/src/beside-postgres.test.ts',
  'packages/knex/src/knex-store.postgres.test.ts',
  'packages/knex/src/knex-store.mariadb.test.ts',
  'packages/knex/src/several-nodes.test.ts',
  'packages/knex/src/queries/hot-statements.test.ts',
  'packages/knex/src/shared-limits.test.ts',
  'apps/examples/src/json-file-store/json-file-store.test.ts',
  'packages/console/src/bin.test.ts',
  'apps/reference/src/two-processes.test.ts',
  'tools/shape/src/shape.test.ts',
  'tools/integration-tests/src/wrong-arguments.test.ts',
];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = SLOWEST.findIndex((name) => path.endsWith(name));
      return found < 0 ? SLOWEST.length : found;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
