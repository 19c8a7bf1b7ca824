import { SCHEDULER_NODE } from '@scheduler/inversify';
import { countingApp } from './counting-app.js';
import { type Servers, storeOn } from './servers.js';

const REPORT_INTERVAL_MS = 50;

/** A worker process that reports the numbers that it has counted. Its argument: the servers as JSON. */
async function main([servers = '']: readonly string[]): Promise<void> {
  let counted: number[] = [];
  const report = () => {
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
  setInterval(report, REPORT_INTERVAL_MS);
  process.once('SIGTERM', () => {
    void node.stop().then(() => {
      report();
      process.disconnect();
      process.exit(0);
    });
  });
  process.send?.('ready');
}

void main(process.argv.slice(2));
