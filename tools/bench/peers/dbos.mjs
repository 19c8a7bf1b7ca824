import { DBOS } from '@dbos-inc/dbos-sdk';
import { runShape } from './durable-functions.mjs';
import { countOf, newPool } from './postgres-pool.mjs';

const QUEUE = 'flows';
const silent = { info() {}, debug() {}, warn() {}, error() {} };

/** Durable functions of DBOS: one process runs a whole workflow, and writes each of its steps. Its queue is polled every 10 ms instead of every second. */
export async function createSide({ url, concurrency }) {
  const pool = newPool(url, 2);
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 20,
    logger: silent,
    applicationVersion: '1',
  });
  let onStep = () => {};
  let open = () => {};
  // Its queue is worked on as soon as it is launched, so that the first workflows wait until they are wanted.
  let gate = new Promise((resolve) => (open = resolve));
  const workflows = Object.fromEntries(
    ['chain', 'diamond', 'fan_in', 'compensation'].map((shape) => [
      shape,
      DBOS.registerWorkflow(
        async (width) => {
          await gate;
          const run = DBOS.workflowID;
          await runShape(shape, {
            step: (name, work) => DBOS.runStep(async () => work(), { name }),
            work: () => onStep(run),
            width,
          });
        },
        { name: shape },
      ),
    ]),
  );
  await DBOS.launch();
  await DBOS.registerQueue(QUEUE, { workerConcurrency: concurrency, minPollingIntervalMs: 10 });

  return {
    startFlow: ({ shape, width }) => DBOS.startWorkflow(workflows[shape], { queueName: QUEUE })(width),
    async workFlows({ onStep: handle }) {
      onStep = handle;
      open();
      return async () => {
        gate = new Promise((resolve) => (open = resolve));
      };
    },
    unfinishedFlows: () =>
      countOf(pool, `SELECT count(*) FROM dbos.workflow_status WHERE status IN ('PENDING', 'ENQUEUED')`),
    async close() {
      open();
      await DBOS.shutdown();
      await pool.end();
    },
  };
}
