import { type JobHandler, type ScheduleDefinition, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerConfigInput, type SchedulerNode } from '@scheduler/core';
import type { KnexStoreOptions } from '../knex-store.js';
import type { TestDatabase } from './test-database.js';

export interface TestNodeOptions {
  readonly handlers?: readonly JobHandler[];
  readonly config?: SchedulerConfigInput;
  readonly jobs?: readonly ScheduleDefinition[];
  /** Default: its own pool for the same tables, as another process would have. */
  readonly store?: Partial<KnexStoreOptions>;
}

/** Nodes on one database, stopped together. */
export class TestNodes {
  private nodes: SchedulerNode[] = [];

  constructor(private readonly database: TestDatabase) {}

  /** Opens a node that reads and schedules, but runs nothing. */
  async open(options: TestNodeOptions = {}): Promise<SchedulerNode> {
    const node = createSchedulerNode({
      store: this.database.store({ connection: this.database.url, migrate: false, ...options.store }),
      clock: this.database.clock,
      logger: silentLogger,
      handlers: options.handlers ?? [],
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      config: { unknownTypes: 'accept', ...options.config },
    });
    this.nodes.push(node);
    await node.open();
    return node;
  }

  async start(options: TestNodeOptions): Promise<SchedulerNode> {
    const node = await this.open(options);
    await node.start();
    return node;
  }

  async stop(): Promise<void> {
    const { nodes } = this;
    this.nodes = [];
    await Promise.all(nodes.map((node) => node.stop()));
  }
}
