import { setTimeout as delay } from 'node:timers/promises';

/**
 * What a fault sees of a run.
 *
 * - `store`, `queue`, `seed`, `seconds`, `random`: what was asked for; everything random comes from `random`
 * - `workers`: their processes, see `workers.mjs`; `witness`: see `witness-process.mjs`
 * - `database`: `url` or `file`, see `database.mjs`; `server`: what `startServer` of the fault gave, else `{ url }`
 * - `redis`: what `startRedis` of the fault gave, else `{ url }`; `messages`: the queue, see `queue.mjs`; its `url` is null without Redis
 * - `control`: the harness's own node and `knex`, straight to the servers
 * - `folder`: for files of the run; it is removed after a green one
 */
export class Scene {
  /** What a cell of the matrix shows, by name. */
  figures = {};
  /** What was measured besides, in words; printed with the run. */
  notes = [];
  /** Jobs and executions that the fault judges by itself, in `verify`: they are no part of the evidence. */
  setAside = { jobs: new Set(), executions: new Set() };
  /** Where workers find the database, if not at its own address: the URL of a proxy, for one. */
  workerDatabaseUrl = undefined;
  /** The same for Redis. */
  workerRedisUrl = undefined;
  healedAt = null;

  constructor(parts) {
    Object.assign(this, parts);
  }

  /** Adds to a figure, such as `kills`. */
  count(figure, by = 1) {
    this.figures[figure] = (this.figures[figure] ?? 0) + by;
  }

  /** Called by the harness when the jobs begin. */
  begin() {
    this.endsAt = performance.now() + this.seconds * 1_000;
  }

  /** Whether the fault is still to be inflicted. */
  get isOn() {
    return performance.now() < this.endsAt;
  }

  get leftMs() {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Waits, but never beyond the end of the fault. */
  async sleep(ms) {
    await delay(Math.min(ms, this.leftMs));
  }
}
