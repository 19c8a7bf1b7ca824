import { setTimeout as delay } from 'node:timers/promises';

/** How long a fault may take longer than it was asked to, until it has happened once. */
const LONGEST_OVERTIME_MS = 120_000;

/**
 * The context of a run, which faults get.
 *
 * - `store`, `queue`, `seed`, `seconds`, `random`: the parameters of the run; everything random comes from `random`
 * - `sizes`: `runs` of workflows and `items` of a map; `runs`: the runs of workflows, see `runs.mjs`, if the fault has this load
 * - `workers`: their processes, see `workers.mjs`; `witness`: see `witness-process.mjs`
 * - `database`: `url` or `file`, see `database.mjs`; `server`: what `startServer` of the fault returned, else `{ url }`
 * - `redis`: what `startRedis` of the fault returned, else `{ url }`; `messages`: the queue, see `queue.mjs`; its `url` is null without Redis
 * - `control`: the harness's own node and `knex`, connected directly to the servers
 * - `harm`: the count that shows that the fault has happened
 * - `folder`: for files of the run; it is removed after a green run
 */
export class Scene {
  /** The counts that a cell of the matrix shows, by name. */
  figures = {};
  /** Further measurements as text, which are printed with the run. */
  notes = [];
  /** Jobs and executions that the fault checks itself in `verify`. They are not part of the evidence. */
  setAside = { jobs: new Set(), executions: new Set() };
  /** The URL of the database for workers if it is not its own, such as that of a proxy. */
  workerDatabaseUrl = undefined;
  /** The URL of Redis for workers if it is not its own. */
  workerRedisUrl = undefined;
  healedAt = null;

  constructor(parts) {
    Object.assign(this, parts);
  }

  /** Adds to a count, such as `kills`. */
  count(figure, by = 1) {
    this.figures[figure] = (this.figures[figure] ?? 0) + by;
  }

  /** Called by the harness when the jobs begin. */
  begin() {
    this.endsAt = performance.now() + this.seconds * 1_000;
  }

  /** Whether the time of the fault is not over yet. On a busy machine it goes on until the fault has happened once. */
  get isOn() {
    return performance.now() < this.endsAt || this.isStillToHappen;
  }

  get isStillToHappen() {
    return !this.figures[this.harm] && performance.now() < this.endsAt + LONGEST_OVERTIME_MS;
  }

  get leftMs() {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Waits, but never beyond the end of the fault. */
  async sleep(ms) {
    await delay(this.isStillToHappen ? ms : Math.min(ms, this.leftMs));
  }
}
