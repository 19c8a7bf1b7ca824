// One node of the fault harness: the container of the reference application, without its schedules and with the workload's handlers.
import { SCHEDULER_HANDLERS, SCHEDULER_NODE, SCHEDULER_STORE } from '@scheduler/inversify';
import { WitnessClient } from '../witness/client.mjs';
import { createContainer } from './container.mjs';
import { databaseOf } from './database.mjs';
import { freezeBeforeSettling } from './freeze.mjs';
import { createHandler } from './handler.mjs';
import { SkewedClock } from './skewed-clock.mjs';

const settings = JSON.parse(process.env.FAULTS_WORKER);
const send = (message) => new Promise((resolve) => process.send(message, resolve));
/** Stops this process until the harness resumes it. */
const freeze = async (executionId) => {
  await send({ frozenFor: executionId });
  process.kill(process.pid, 'SIGSTOP');
};
const terminated = new Promise((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve(signal));
});

// A worker never outlives the harness.
process.on('disconnect', () => process.exit(0));

const witness = await WitnessClient.connect(settings.witnessPort);
const clock = new SkewedClock(settings.skewMs);
const container = createContainer({ env: process.env, config: settings.config, clock });
freezeBeforeSettling(container, freeze);
container
  .bind(SCHEDULER_HANDLERS)
  .toDynamicValue((context) =>
    createHandler({
      witness,
      seed: settings.seed,
      knex: () => databaseOf(context.get(SCHEDULER_STORE), process.env).knex,
      effectsTable: settings.effectsTable,
      freeze,
    }),
  )
  .inSingletonScope();

process.on('message', ({ jumpMs }) => {
  if (jumpMs !== undefined) clock.jump(jumpMs);
});

const node = container.get(SCHEDULER_NODE);
await node.start();
await send({ node: node.id });
await terminated;
await node.stop();
process.exit(0);
