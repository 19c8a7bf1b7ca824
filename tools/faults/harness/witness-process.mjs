import { fileURLToPath } from 'node:url';
import { WitnessClient } from '../witness/client.mjs';
import { startProgram } from './children.mjs';
import { until } from './until.mjs';

const program = fileURLToPath(new URL('../witness/main.mjs', import.meta.url));

/**
 * Starts the witness of one run.
 *
 * - `port`: the port for workers
 * - `starts`: each start so far, with the monotonic time `seenAt` at which the harness received it
 * - `untilStart(test, limitMs)`: resolves to the first start that passes the test, also one of the past. Null: none within the limit
 * - `report()`: starts, effects and the number of refused effects
 */
export async function startWitness() {
  const child = startProgram(program, { env: process.env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { port } = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('The witness did not start.')));
  });
  const client = await WitnessClient.connect(port);
  const starts = [];
  client.onStart = (start) => starts.push({ ...start, seenAt: performance.now() });
  await client.follow();
  return {
    port,
    starts,
    untilStart: (test, limitMs) => until(() => starts.find(test) ?? null, limitMs),
    report: () => client.report(),
    stop() {
      client.close();
      child.kill('SIGKILL');
    },
  };
}
