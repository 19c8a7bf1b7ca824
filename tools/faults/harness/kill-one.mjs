import { oneOf } from '../workload/draw.mjs';
import { until } from './until.mjs';

const READY_LIMIT_MS = 120_000;

/** Kills some worker that is ready by `kill -9`, waits until it is dead, and counts it. Waits for one to be ready, so that the kill really happens. */
export async function killOne(scene) {
  const someReady = () => scene.workers.working.length > 0;
  if ((await until(someReady, READY_LIMIT_MS)) === null) throw new Error('No worker becomes ready.');
  await oneOf(scene.random, scene.workers.working).kill();
  scene.count('kills');
}
