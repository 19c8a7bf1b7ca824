import { type JobHandler, silentLogger } from '@scheduler/contracts';
import { connectForCommands, disconnect } from '@scheduler/redis/parts';
import { createSchedulerNode, type SchedulerConfigInput, type SchedulerNode } from '@scheduler/core';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Message } from '../queue/message.js';
import { bullmqQueueOf } from '../queue/queue-location.js';
import type { BullmqOptions } from '../with-bullmq.js';
import type { BesideDatabase } from './beside-database.js';

export interface TestNodeOptions extends Partial<BullmqOptions> {
  readonly handlers?: readonly JobHandler[];
  readonly config?: SchedulerConfigInput;
}

/** Nodes on one database and one Redis, which are stopped together. */
export class TestNodes {
  private nodes: SchedulerNode[] = [];
  private redis: Redis | null = null;

  constructor(private readonly both: BesideDatabase) {}

  /** A node that reads and enqueues, but runs nothing. */
  async open({ handlers = [], config, ...options }: TestNodeOptions = {}): Promise<SchedulerNode> {
    const { both } = this;
    const node = createSchedulerNode({
      store: both.store(options),
      clock: options.clock ?? both.clock,
      logger: silentLogger,
      handlers,
      config: { unknownTypes: 'accept', ...config },
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

  /** The number of executions that waiting and delayed messages name. */
  async announced(queue = 'default'): Promise<number> {
    if (this.redis === null) {
      this.redis = connectForCommands({ url: this.both.redis.url });
      await this.redis.connect();
    }
    const { name, prefix } = bullmqQueueOf(queue, this.both);
    const waiting = new Queue<Message>(name, { prefix, connection: this.redis });
    const messages = await waiting.getJobs(['wait', 'prioritized', 'delayed']);
    return messages.reduce((sum, { data }) => sum + data.ids.length, 0);
  }

  async stop(): Promise<void> {
    const { nodes, redis } = this;
    [this.nodes, this.redis] = [[], null];
    await Promise.all(nodes.map((node) => node.stop()));
    if (redis !== null) await disconnect(redis);
    await this.both.redis.deleteKeys(this.both.keyPrefix);
  }
}
