import { SCHEDULER_NODE } from '@scheduler/inversify';
import { countingApp } from './counting-app.js';
import { type Servers, storeOn } from './servers.js';

const TELL_EVERY_MS = 50;

/** A worker in a process of its own: tells the numbers that it has counted. Its argument: where the servers are. */
async function main([servers = '']: readonly string[]): Promise<void> {
  let counted: number[] = [];
  const tell = () => {
    if (counted.length > 0) process.send?.({ counted });
    counted = [];
  };
  const container = countingApp({
    store: storeOn(JSON.parse(servers) as Servers),
    config: { queues: { default: 20 } },
    count: (number) => void counted.push(number),
  });
  const node = container.get(SCHEDULER_NODE);
  await node.start();
  setInterval(tell, TELL_EVERY_MS);
  process.once('SIGTERM', () => {
    void node.stop().then(() => {
      tell();
      process.disconnect();
      process.exit(0);
    });
  });
  process.send?.('ready');
}

void main(process.argv.slice(2));
