import type {
  Clock,
  ConsumeQueue,
  DispatchNote,
  DispatchNotes,
  JobQueue,
  QueueConsumer,
} from '@scheduler/contracts';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { closeWorker } from './close-worker.js';
import { bullmqName, MESSAGE_NAME, type Message, messageOptions } from './message.js';

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

/** Messages on BullMQ: each names one execution, and is gone as soon as it is taken. The repository is the truth. */
export class BullmqJobQueue implements JobQueue {
  readonly delivery = 'message';
  private readonly queues = new Map<string, Queue<Message>>();
  private readonly workers = new Set<Worker<Message>>();

  constructor(private readonly options: BullmqJobQueueOptions) {}

  async dispatch({ notes, now = this.options.clock.now() }: DispatchNotes): Promise<void> {
    const nowMs = now.getTime();
    await Promise.all(
      [...byQueue(notes)].map(([queue, own]) =>
        this.queueOf(queue).addBulk(
          own.map((note) => ({
            name: MESSAGE_NAME,
            data: { id: note.executionId },
            opts: messageOptions(note, nowMs),
          })),
        ),
      ),
    );
  }

  async consume({ queue, concurrency, deliver }: ConsumeQueue): Promise<QueueConsumer> {
    const { waiting, onError, lockMs } = this.options;
    const worker = new Worker<Message>(
      bullmqName(queue),
      async ({ data }) => {
        if (!this.workers.has(worker)) return;
        try {
          await deliver({ queue, executionId: data.id });
        } catch (error) {
          // Whatever became of it, the store knows; a message more would say nothing new.
          onError(error);
        }
      },
      {
        connection: waiting,
        prefix: this.prefixOf(queue),
        concurrency,
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
        worker.concurrency = most;
      },
      close: () => this.closeWorker(worker),
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => this.closeWorker(worker)));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.queues.clear();
  }

  private async closeWorker(worker: Worker<Message>): Promise<void> {
    if (!this.workers.delete(worker)) return;
    await closeWorker(worker, this.options.onError);
  }

  private queueOf(name: string): Queue<Message> {
    const queue = this.queues.get(name) ?? this.openQueue(name);
    this.queues.set(name, queue);
    return queue;
  }

  private openQueue(name: string): Queue<Message> {
    const { commands, onError } = this.options;
    if (OUT_OF_REACH.has(commands.status)) throw new Error(`Redis is out of reach (${commands.status})`);
    const queue = new Queue<Message>(bullmqName(name), {
      connection: commands,
      prefix: this.prefixOf(name),
    });
    queue.on('error', onError);
    // One that Redis has failed at its start never works.
    queue.waitUntilReady().catch(() => this.queues.delete(name));
    return queue;
  }

  /** The hash tag keeps all keys of a queue on one node of a cluster, and spreads the queues over it. */
  private prefixOf(queue: string): string {
    return `${this.options.keyPrefix}{${bullmqName(queue)}}`;
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
