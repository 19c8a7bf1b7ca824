import { OpenWorkflow } from 'openworkflow';
import { BackendPostgres } from 'openworkflow/postgres';
import { runShape } from './durable-functions.mjs';
import { countOf, newPool } from './postgres-pool.mjs';

/** Durable functions of openworkflow: one process runs a whole workflow, and writes each of its steps. It allows 1,000 of them. */
export async function createSide({ url }) {
  const pool = newPool(url, 2);
  const backend = await BackendPostgres.connect(url);
  const client = new OpenWorkflow({ backend });
  let onStep = () => {};
  const workflows = Object.fromEntries(
    ['chain', 'diamond', 'compensation'].map((shape) => [
      shape,
      client.defineWorkflow(
        // A workflow that fails is retried as a whole, unless it says otherwise.
        { name: shape, retryPolicy: { maximumAttempts: 1 } },
        ({ step, run }) =>
          runShape(shape, {
            step: (name, work) =>
              step.run({ name, retryPolicy: { maximumAttempts: 1 } }, async () => {
                work();
                return null;
              }),
            work: () => onStep(run.id),
          }),
      ),
    ]),
  );

  return {
    startFlow: ({ shape }) => workflows[shape].run({}),
    async workFlows({ concurrency, onStep: handle }) {
      onStep = handle;
      const worker = client.newWorker({ concurrency });
      await worker.start();
      return () => worker.stop();
    },
    unfinishedFlows: () =>
      countOf(
        pool,
        `SELECT count(*) FROM openworkflow.workflow_runs WHERE status NOT IN ('completed', 'succeeded', 'failed', 'canceled')`,
      ),
    async close() {
      await backend.stop();
      await pool.end();
    },
  };
}
