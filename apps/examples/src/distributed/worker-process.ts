import { workerOn } from './worker.js';

/** Runs a worker in a separate process until the parent process sends a message. */
async function main(): Promise<void> {
  const [url = '', name = ''] = process.argv.slice(2);
  const { app } = workerOn(url, name);
  await app.start();
  process.once('message', () => void app.stop().finally(() => process.disconnect()));
}

void main();
