import type { Clock } from '@scheduler/contracts';
import type {
  ConsumeQueue,
  DispatchNote,
  DispatchNotes,
  JobQueue,
  QueueConsumer,
  SignalQueues,
} from '@scheduler/contracts/adapter';
import { Publications } from '@scheduler/redis/parts';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { closeWorker } from './close-worker.js';
import {
  oneEach,
  toLocalTime,
  type Message,
  MESSAGE_NAME,
  messageOptions,
  returnOptions,
  groupNotes,
} from './message.js';
import { MessageSizes } from './message-sizes.js';
import { bullmqQueueOf } from './queue-location.js';

export interface BullmqJobQueueOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** The connection for commands, which fail soon. */
  readonly commands: Redis;
  /** The connection for workers, which use duplicates of it. */
  readonly waiting: Redis;
  readonly keyPrefix: string;
  /** How long a dead worker keeps its messages before others get them. Who runs an execution is decided by the lease in the store. */
  readonly lockMs: number;
  /** Called when a delivery throws and when a connection is lost. */
  readonly onError: (error: unknown) => void;
}

/** The states of a connection in which opening a queue would wait for Redis without a limit. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(['connecting', 'reconnecting', 'close', 'end']);

/** A queue on BullMQ. Each message names executions and is removed when they are claimed; their state is in the store. */
export class BullmqJobQueue implements JobQueue {
  readonly delivery = 'message';
  private readonly queues = new Map<string, Queue<Message>>();
  private readonly workers = new Set<Worker<Message>>();

  private readonly publications: Publications<DispatchNote>;

  constructor(private readonly options: BullmqJobQueueOptions) {
    const { commands, onError } = options;
    this.publications = new Publications({
      send: (notes) => this.publish(notes, groupNotes),
      isReachable: () => commands.status === 'ready',
      onError,
    });
  }

  async dispatch({ notes, now, redelivery = false }: DispatchNotes): Promise<void> {
    if (notes.length === 0) return;
    const timed = now === undefined ? notes : toLocalTime(notes, { now, localNow: this.options.clock.now() });
    if (redelivery) await this.publish(timed, oneEach);
    else await this.publications.add(timed);
  }

  /** A message that names nothing. It goes to one consumer, which looks into the store. */
  async signal({ queues }: SignalQueues): Promise<void> {
    await Promise.all(
      queues.map((queue) => this.queueOf(queue).add(MESSAGE_NAME, { ids: [] }, returnOptions(0))),
    );
  }

  async consume({ queue, concurrency, deliver }: ConsumeQueue): Promise<QueueConsumer> {
    const { waiting, onError, lockMs } = this.options;
    const sizes = new MessageSizes(concurrency);
    const { name, prefix } = bullmqQueueOf(queue, this.options);
    const worker = new Worker<Message>(
      name,
      async ({ data: { ids }, opts: { priority } }) => {
        if (ids.length > 0 && sizes.add(ids.length)) worker.concurrency = sizes.messagesAtOnce;
        try {
          // A message that arrives after the worker was closed is returned for others.
          const remaining = this.workers.has(worker) ? await deliver({ queue, executionIds: ids }) : ids;
          if (remaining.length > 0)
            await this.queueOf(queue).add(MESSAGE_NAME, { ids: remaining }, returnOptions(priority));
        } catch (error) {
          // The message is not repeated, because the store knows what became of the executions.
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
    await this.publications.flush();
    await Promise.all([...this.workers].map((worker) => this.closeWorker(worker)));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.queues.clear();
  }

  private async publish(notes: readonly DispatchNote[], inMessages: typeof groupNotes): Promise<void> {
    const nowMs = this.options.clock.now().getTime();
    await Promise.all(
      [...byQueue(notes)].map(([queue, queueNotes]) =>
        this.queueOf(queue).addBulk(
          inMessages(queueNotes, nowMs).map((messageNotes) => ({
            name: MESSAGE_NAME,
            data: { ids: messageNotes.map(({ executionId }) => executionId) },
            opts: messageOptions(messageNotes, nowMs),
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
    // A queue that could not connect at its start never works, so that it is opened again next time.
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
