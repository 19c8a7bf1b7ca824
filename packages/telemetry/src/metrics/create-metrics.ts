import { ConfigurationInvalid } from '@scheduler/contracts';
import {
  type Check,
  checkInput,
  fields,
  flag,
  having,
  optional,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';
import { Collected } from './collected.js';
import { collectMessages, type DurationListener } from './collect-messages.js';
import { prometheusText } from './prometheus-text.js';
import { type Gauges, storeGauges } from './store-gauges.js';

export interface MetricsOptions {
  /** Whose store is asked for jobs, queues and dead letters. Default: none, so that there are no gauges. */
  readonly node?: SchedulerNode;
  /** How many combinations of queue, type and tenant are counted apart; what comes later is counted as `other`. Default: 1,000. */
  readonly maxSeries?: number;
  /** Whether tenants are counted apart. Default: true. */
  readonly tenants?: boolean;
}

/** The metrics of the nodes of this process. */
export interface ProcessMetrics {
  /** Everything in the text format of Prometheus. Asks the store for the gauges. */
  prometheus(): Promise<string>;
  /** Ends the counting. What was counted can still be read. */
  stop(): void;
}

const OPTIONS = {
  node: optional(having(['open', 'tick', 'health'], 'a node, such as createSchedulerNode({ store })')),
  maxSeries: optional(wholeNumber(1, 100_000)),
  tenants: optional(flag),
} satisfies Record<keyof MetricsOptions, Check>;

/**
 * Counts from now on what the nodes of this process do. Without it nothing is counted, and nothing is paid.
 *
 * @example
 * const metrics = createMetrics({ node });
 * console.log(await metrics.prometheus());
 */
export function createMetrics(options: MetricsOptions = {}): ProcessMetrics {
  checkInput({
    value: options,
    check: fields(OPTIONS, '{ node, maxSeries, tenants }'),
    field: 'options',
    error: ConfigurationInvalid,
  });
  return new CountedMetrics(options);
}

/** What binds the metrics to something else reads. */
export class CountedMetrics implements ProcessMetrics {
  readonly collected: Collected;
  readonly listeners = new Set<DurationListener>();
  private readonly leave: () => void;
  private readonly node: SchedulerNode | null;

  constructor({ node, maxSeries = 1_000, tenants = true }: MetricsOptions) {
    this.node = node ?? null;
    this.collected = new Collected({ maxSeries, tenants });
    this.leave = collectMessages(this.collected, this.listeners);
  }

  async gauges(): Promise<Gauges> {
    return this.node === null ? {} : storeGauges(this.node);
  }

  async prometheus(): Promise<string> {
    return prometheusText(this.collected, await this.gauges());
  }

  stop(): void {
    this.leave();
  }
}
