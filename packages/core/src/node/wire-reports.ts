import { Health, type HealthParts } from '../reports/health/health.js';
import { Statistics } from '../reports/statistics/statistics.js';
import { SystemProcessFigures } from '../system/system-process-figures.js';
import type { NodeParts } from './node-parts.js';

/** What only the node itself knows of its life. */
export interface NodeLife extends Pick<HealthParts, 'leader' | 'open' | 'runningSinceMs'> {
  readonly isClosing: () => boolean;
}

export interface Looks {
  readonly statistics: Statistics;
  readonly health: Health;
}

/** What tells figures and health. */
export function wireLooks(parts: NodeParts, node: string, life: NodeLife): Looks {
  const { processFigures = new SystemProcessFigures(), config } = parts;
  return {
    statistics: new Statistics({ ...parts, ...life, processFigures }),
    health: new Health({ ...parts, ...life, node, distributed: config.leadership.distributed }),
  };
}
