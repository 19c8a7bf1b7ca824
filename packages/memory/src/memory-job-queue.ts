import { InProcessJobQueue, type SignalledQueuesOptions } from '@scheduler/contracts/adapter';

export type MemoryJobQueueOptions = SignalledQueuesOptions;

/** Wakes up the consumers within this process. */
export class MemoryJobQueue extends InProcessJobQueue {}
