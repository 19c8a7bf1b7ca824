import { workerOn } from './worker.js';

/** A process of its own, until the one that started it says that it is enough. */
async function main(): Promise<void> {
  const [url = '', name = ''] = process.argv.slice(2);
  const { app } = workerOn(url, name);
  await app.start();
  process.once('message', () => void app.stop().finally(() => process.disconnect()));
}

void main();
