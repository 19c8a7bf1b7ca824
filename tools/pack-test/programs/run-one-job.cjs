const assert = require('node:assert/strict');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const PACKAGE = '@photostructure/sqlite';

/** Schedules a job, waits for its handler, and reads how it ended. The argument of the program says which SQLite there must be. */
exports.runOneJob = async ({ contracts, core, knex }) => {
  assert.equal(driver(), process.argv[2]);
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-one-job-'));
  const clock = new core.SystemClock();
  const nodeOf = (handlers) => {
    const store = knex.createKnexStore({ connection: `sqlite:${join(folder, 'jobs.db')}`, clock });
    return core.createSchedulerNode({ store, clock, handlers });
  };
  try {
    await schedule(nodeOf, contracts);
    await readBack(nodeOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log('everything works');
};

async function schedule(nodeOf, { defineHandler, trigger }) {
  let called;
  const greeted = new Promise((resolve) => (called = resolve));
  const handle = ({ payload }) => {
    called(payload.name);
    return { greeted: payload.name };
  };
  const node = nodeOf([defineHandler({ type: 'greet', handle })]);
  await node.start();
  await node.scheduler.schedule({
    type: 'greet',
    trigger: trigger.now(),
    payload: { name: process.version },
  });
  assert.equal(await greeted, process.version);
  // It waits for what is under way, so that the execution has ended afterwards.
  await node.stop();
}

/** By another node, which knows only what is in the file. */
async function readBack(nodeOf) {
  const node = nodeOf([]);
  await node.start();
  const { items } = await node.scheduler.listExecutions();
  assert.deepEqual(
    items.map(({ status, output }) => [status, output]),
    [['success', { greeted: process.version }]],
  );
  await node.stop();
}

/** The package is preferred to what Node.js has. */
function driver() {
  try {
    require.resolve(PACKAGE);
    return PACKAGE;
  } catch {
    require('node:sqlite');
    return 'node:sqlite';
  }
}
