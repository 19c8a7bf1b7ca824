import { parentPort, workerData } from 'node:worker_threads';
import { runSeeds, type SeedRange } from './seeds.js';

void runSeeds(workerData as SeedRange, (result) => parentPort?.postMessage(result));
