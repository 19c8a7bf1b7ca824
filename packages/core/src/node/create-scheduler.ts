import { nodeFrom, nodePartsOf, type SchedulerNodeOptions } from './create-scheduler-node.js';
import { LocalSchedulerApp } from './local-scheduler-app.js';
import type { SchedulerApp } from './scheduler-app.js';

/**
 * The simplest way to begin: define jobs in sentences, then start.
 *
 * @example
 * const app = createScheduler({ store: createMemoryStore({ clock: new SystemClock() }) });
 * await app.every(5).minutes().do('check_health', () => console.log('still here'));
 * await app.every().monday().at('09:00').zone('Europe/Berlin').do('weekly_report', sendReport);
 * await app.start();
 */
export function createScheduler(options: SchedulerNodeOptions): SchedulerApp {
  const parts = nodePartsOf(options);
  return new LocalSchedulerApp(nodeFrom(parts), parts.handlers);
}
