import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SeedRange, SeedResult } from './seeds.js';

/** Divides the seeds among threads. Each seed is an independent run. */
export async function runSeedsInThreads(
  range: SeedRange,
  onResult: (result: SeedResult) => void,
): Promise<void> {
  const threads = Math.max(1, Math.min(availableParallelism(), range.count));
  const share = Math.ceil(range.count / threads);
  const shares = Array.from({ length: threads }, (_, index) => {
    const first = range.first + index * share;
    return { ...range, first, count: Math.min(share, range.first + range.count - first) };
  });
  await Promise.all(shares.filter(({ count }) => count > 0).map((part) => inThread(part, onResult)));
}

function inThread(part: SeedRange, onResult: (result: SeedResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(__dirname, 'seed-thread.js'), { workerData: part });
    worker.on('message', onResult);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`)),
    );
  });
}
