import { SLOWNESS } from './settings.mjs';
import { until } from './until.mjs';
import { WorkerProcess } from './worker-process.mjs';

/** The log messages of a node whose completion was refused by the store, and of one that has given up a lease by itself. */
const REFUSED = '"message":"outcome refused: lease lost"';
const GIVEN_UP = '"message":"lease lost"';
const RESPAWN_MS = 50;
const READY_LIMIT_MS = SLOWNESS * 20_000;
const STOP_LIMIT_MS = SLOWNESS * 15_000;

/** The workers of a run by name. A process that ends is started again, as by a supervisor. */
export class Workers {
  /** Every process that ever ran. */
  all = [];
  refusedCompletions = 0;
  /** Attempts that their own node has given up, as `executionId/fence`. */
  givenUp = new Set();
  #byName = new Map();
  #closing = false;
  #options;

  /** @param options `settingsOf(name)`, `envOf(name)`, and the `execArgv`, `folder`, `onFrozen` and `onHeld` of `WorkerProcess` */
  constructor(options) {
    this.#options = options;
  }

  /** The processes that run now, in the order in which their names were started. */
  get running() {
    return [...this.#byName.values()].filter(({ end }) => end === null);
  }

  /** The processes that run, are ready and are not stopped. */
  get working() {
    return this.running.filter(({ node, isStopped }) => node !== null && !isStopped);
  }

  /** The process whose node has this id. Undefined: none has. */
  byNode(node) {
    return this.all.find((worker) => worker.node === node);
  }

  start(name) {
    const { settingsOf, envOf, ...options } = this.#options;
    const worker = new WorkerProcess({
      ...options,
      name,
      env: envOf(name),
      settings: settingsOf(name),
      onLine: (line) => this.#count(line),
    });
    this.all.push(worker);
    this.#byName.set(name, worker);
    void worker.ended.then(() => {
      if (!this.#closing) setTimeout(() => this.#closing || this.start(name), RESPAWN_MS);
    });
    return worker;
  }

  /** Resumes all processes, and resolves when every worker has a ready node, or after a limit. */
  async heal() {
    for (const worker of this.running) if (worker.isStopped) worker.resume();
    const areReady = () => [...this.#byName.values()].every(({ node, end }) => node !== null && end === null);
    await until(areReady, READY_LIMIT_MS);
  }

  /** Terminates all processes. One that does not end is killed, which its end shows. */
  async stop() {
    this.#closing = true;
    await Promise.all(
      this.running.map(async (worker) => {
        worker.resume();
        const timer = setTimeout(() => worker.kill(), STOP_LIMIT_MS);
        await worker.terminate();
        clearTimeout(timer);
      }),
    );
  }

  #count(line) {
    if (line.includes(REFUSED)) this.refusedCompletions += 1;
    if (!line.includes(GIVEN_UP)) return;
    const { executionId, fence } = JSON.parse(line);
    this.givenUp.add(`${executionId}/${fence}`);
  }
}
