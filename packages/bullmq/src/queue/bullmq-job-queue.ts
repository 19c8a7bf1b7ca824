import type { Clock } from '@scheduler/contracts';
import type {
  ConsumeQueue,
  DispatchNote,
  DispatchNotes,
  JobQueue,
  QueueConsumer,
} from '@scheduler/contracts/adapter';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { closeWorker } from './close-worker.js';
import {
  oneEach,
  inOwnTime,
  type Message,
  MESSAGE_NAME,
  messageOptions,
  returnOptions,
  groupNotes,
} from './message.js';
import { groupDispatches } from './group-dispatches.js';
import { MessageSizes } from './message-sizes.js';
import { bullmqQueueOf } from './queue-location.js';

export interface BullmqJobQueueOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** For commands that somebody waits for. */
  readonly commands: Redis;
  /** For workers; each takes copies of it. */
  readonly waiting: Redis;
  readonly keyPrefix: string;
  /** How long a worker that has died keeps its messages. The lease in the store decides; this only lets others look. */
  readonly lockMs: number;
  /** Told about a delivery that threw, and about connections that are lost. */
  readonly onError: (error: unknown) => void;
}

/** A queue that is opened now would wait for Redis, however long that takes. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(['connecting', 'reconnecting', 'close', 'end']);

/** Messages on BullMQ: each names executions, and is gone as soon as they are claimed. The repository is the truth. */
export class BullmqJobQueue implements JobQueue {
  readonly delivery = 'message';
  private readonly queues = new Map<string, Queue<Message>>();
  private readonly workers = new Set<Worker<Message>>();

  private readonly dispatches = groupDispatches((notes) => this.publish(notes, groupNotes));

  constructor(private readonly options: BullmqJobQueueOptions) {}

  async dispatch({ notes, now, redelivery = false }: DispatchNotes): Promise<void> {
    if (notes.length === 0) return;
    const timed = now === undefined ? notes : inOwnTime(notes, { now, own: this.options.clock.now() });
    if (redelivery) await this.publish(timed, oneEach);
    else await this.dispatches.add(timed);
  }

  async consume({ queue, concurrency, deliver }: ConsumeQueue): Promise<QueueConsumer> {
    const { waiting, onError, lockMs } = this.options;
    const sizes = new MessageSizes(concurrency);
    const { name, prefix } = bullmqQueueOf(queue, this.options);
    const worker = new Worker<Message>(
      name,
      async ({ data: { ids }, opts: { priority } }) => {
        if (sizes.add(ids.length)) worker.concurrency = sizes.messagesAtOnce;
        try {
          // One that came after the end is for others.
          const left = this.workers.has(worker) ? await deliver({ queue, executionIds: ids }) : ids;
          if (left.length > 0)
            await this.queueOf(queue).add(MESSAGE_NAME, { ids: left }, returnOptions(priority));
        } catch (error) {
          // Whatever became of it, the store knows; a message more would say nothing new.
          onError(error);
        }
      },
      {
        connection: waiting,
        prefix,
        concurrency: sizes.messagesAtOnce,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
    );
    worker.on('error', onError);
    this.workers.add(worker);
    await worker.waitUntilReady();
    return {
      resize: (most) => {
        if (sizes.resize(most)) worker.concurrency = sizes.messagesAtOnce;
      },
      close: () => this.closeWorker(worker),
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => this.closeWorker(worker)));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.queues.clear();
  }

  private async publish(notes: readonly DispatchNote[], inMessages: typeof groupNotes): Promise<void> {
    const nowMs = this.options.clock.now().getTime();
    await Promise.all(
      [...byQueue(notes)].map(([queue, own]) =>
        this.queueOf(queue).addBulk(
          inMessages(own, nowMs).map((those) => ({
            name: MESSAGE_NAME,
            data: { ids: those.map(({ executionId }) => executionId) },
            opts: messageOptions(those, nowMs),
          })),
        ),
      ),
    );
  }

  private async closeWorker(worker: Worker<Message>): Promise<void> {
    if (!this.workers.delete(worker)) return;
    const { waiting, onError } = this.options;
    await closeWorker(worker, { isConnected: waiting.status === 'ready', onError });
  }

  private queueOf(name: string): Queue<Message> {
    const queue = this.queues.get(name) ?? this.openQueue(name);
    this.queues.set(name, queue);
    return queue;
  }

  private openQueue(name: string): Queue<Message> {
    const { commands, onError } = this.options;
    const at = bullmqQueueOf(name, this.options);
    if (OUT_OF_REACH.has(commands.status)) throw new Error(`Redis is out of reach (${commands.status})`);
    const queue = new Queue<Message>(at.name, { connection: commands, prefix: at.prefix });
    queue.on('error', onError);
    // One that Redis has failed at its start never works.
    queue.waitUntilReady().catch(() => this.queues.delete(name));
    return queue;
  }
}

function byQueue(notes: readonly DispatchNote[]): ReadonlyMap<string, DispatchNote[]> {
  const groups = new Map<string, DispatchNote[]>();
  for (const note of notes) {
    const group = groups.get(note.queue);
    if (group === undefined) groups.set(note.queue, [note]);
    else group.push(note);
  }
  return groups;
}
