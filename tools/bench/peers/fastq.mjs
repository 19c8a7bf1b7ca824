import fastq from 'fastq';

/** A queue of promises without storage, leases, retries or history: the upper limit for a queue in memory. */
export async function createSide() {
  const waiting = [];
  let queue;

  return {
    enqueue: async (payload) => {
      if (queue) void queue.push(payload);
      else waiting.push(payload);
    },
    enqueueMany: async (payloads) => {
      if (queue) for (const payload of payloads) void queue.push(payload);
      else waiting.push(...payloads);
    },
    async work({ concurrency, onJob }) {
      queue = fastq.promise(async (payload) => onJob(payload), concurrency);
      for (const payload of waiting.splice(0)) void queue.push(payload);
      return async () => (queue = undefined);
    },
    unfinished: async () => (queue ? queue.length() + queue.running() : waiting.length),
    close: async () => {},
  };
}
