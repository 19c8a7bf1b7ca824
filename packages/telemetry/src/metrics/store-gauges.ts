import type { SchedulerNode } from '@scheduler/core';
import type { MetricName } from './metric-table.js';
import type { Labels } from './series.js';

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export type Gauges = Partial<Record<MetricName, readonly Sample[]>>;

const HOUR_MS = 3_600_000;
const NO_LABELS: Labels = Object.freeze({});

/** What the store knows of all nodes. Where it does not answer, that is all there is to say. */
export async function storeGauges(
  node: Pick<SchedulerNode, 'statistics' | 'queues' | 'clock'>,
): Promise<Gauges> {
  try {
    const since = new Date(node.clock.now().getTime() - HOUR_MS);
    const [{ jobs, performance, queue }, queues] = await Promise.all([
      node.statistics.metrics({ since }),
      node.queues.stats(),
    ]);
    const rate = performance.successRatePercent;
    return {
      scheduler_jobs: single(jobs.total),
      scheduler_jobs_active: single(jobs.active),
      scheduler_jobs_failed: single(jobs.failed),
      scheduler_dead_letters: single(queue.deadLetters),
      // Without executions there is no rate.
      ...(rate === null ? {} : { scheduler_executions_success_rate: single(rate) }),
      scheduler_queue_size: queues.map(({ queue: name, available }) => ({
        labels: { queue: name },
        value: available,
      })),
      scheduler_queue_processing: queues.map(({ queue: name, running }) => ({
        labels: { queue: name },
        value: running,
      })),
      scheduler_store_reachable: single(1),
    };
  } catch {
    return { scheduler_store_reachable: single(0) };
  }
}

function single(value: number): readonly Sample[] {
  return [{ labels: NO_LABELS, value }];
}
