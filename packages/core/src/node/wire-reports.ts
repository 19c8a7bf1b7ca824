import type { LogChanges } from '../event-log/log-changes.js';
import { Health } from '../reports/health/health.js';
import type { HealthParts } from '../reports/health/health-parts.js';
import { Statistics } from '../reports/statistics/statistics.js';
import { SystemProcessStatistics } from '../system/system-process-statistics.js';
import { portsNeededBy, type PresentParts } from './present-ports.js';

/** The facts about its own start and stop that only the node knows. */
export interface NodeLife extends Pick<
  HealthParts,
  'leader' | 'open' | 'runningSinceMs' | 'notRunningSince' | 'isClosing' | 'isBusy'
> {
  /** How many executions the node can run at once when it runs. */
  readonly slots: () => number;
  /** Opens the store for a call, where nobody has. Rejects once the node has stopped. */
  readonly admit: (operation: string) => Promise<void>;
  /** Notes what this process changes. */
  readonly changes: LogChanges;
}

export interface Reports {
  readonly statistics: Statistics;
  readonly health: Health;
}

/** The reports of a node: statistics and health. */
export function wireReports(parts: PresentParts, node: string, life: NodeLife): Reports {
  const { processStatistics = new SystemProcessStatistics(), config } = parts;
  const isRunning = () => life.runningSinceMs() !== null;
  return {
    statistics: new Statistics({
      ...parts,
      ...life,
      isIdle: () => isRunning() && !life.isBusy(),
      slots: () => (isRunning() ? life.slots() : 0),
      processStatistics,
    }),
    health: new Health({
      ...parts,
      statistics: parts.ports.has('statistics') ? parts.statistics : null,
      alerts: parts.ports.has('alerts') ? parts.alerts.alerts : null,
      ...life,
      node,
      processed: Object.keys(config.queues),
      distributed: config.leadership.distributed,
      needsServers: portsNeededBy(config).length > 0,
    }),
  };
}
