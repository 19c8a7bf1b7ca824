// One node of the fault harness: the container of the reference application, without its schedules and with the workload's handlers.
import { SCHEDULER_HANDLERS, SCHEDULER_NODE, SCHEDULER_STORE } from '@scheduler/inversify';
import { SCHEDULER_WORKFLOWS } from '@scheduler/inversify/workflows';
import { workflowDefinitions } from '../workload/workflows.mjs';
import { WitnessClient } from '../witness/client.mjs';
import { createContainer } from './container.mjs';
import { databaseOf } from './database.mjs';
import { freezeBeforeSettling } from './freeze.mjs';
import { createHandler } from './handler.mjs';
import { holdMaps } from './hold-maps.mjs';
import { SkewedClock } from './skewed-clock.mjs';
import { createStepWork } from './step-work.mjs';
import { witnessSteps } from './witnessed-steps.mjs';

const settings = JSON.parse(process.env.FAULTS_WORKER);
const send = (message) => new Promise((resolve) => process.send(message, resolve));
/** Stops this process until the harness resumes it. */
const freeze = async (executionId) => {
  await send({ frozenFor: executionId });
  process.kill(process.pid, 'SIGSTOP');
};
/** Lets an execution wait until the harness lets it go on, or kills this process. */
const held = new Map();
const hold = (moment) =>
  new Promise((resolve) => {
    held.set(moment.executionId, resolve);
    void send({ holds: moment });
  });
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

for (const definition of workflowDefinitions(createStepWork({ witness, seed: settings.seed })))
  container.bind(SCHEDULER_WORKFLOWS).toConstantValue(definition);
witnessSteps(container, witness);
if (settings.holdsMaps) holdMaps(container, hold);

process.on('message', ({ jumpMs, goOn }) => {
  if (jumpMs !== undefined) clock.jump(jumpMs);
  if (goOn !== undefined) held.get(goOn)?.();
});

const node = container.get(SCHEDULER_NODE);
await node.start();
await send({ node: node.id });
await terminated;
await node.stop();
process.exit(0);
