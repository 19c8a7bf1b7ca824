import { until } from './until.mjs';
import { WorkerProcess } from './worker-process.mjs';

/** What a node says when the store has refused it, and when it has found out by itself. */
const REFUSED = '"message":"outcome refused: lease lost"';
const GIVEN_UP = '"message":"lease lost"';
const RESPAWN_MS = 50;
const READY_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 15_000;

/** The places for workers of a run: whatever ends in one of them is started again, as a supervisor would. */
export class Workers {
  /** Every process that ever ran. */
  all = [];
  refusedCompletions = 0;
  /** Attempts that their own node has given up, as `execution/fence`. */
  givenUp = new Set();
  #places = new Map();
  #closing = false;
  #options;

  /** @param options `settingsOf(name)`, `envOf(name)`, and the `execArgv`, `folder` and `onFrozen` of `WorkerProcess` */
  constructor(options) {
    this.#options = options;
  }

  /** Those that run now, in the order of their places. */
  get running() {
    return [...this.#places.values()].filter(({ end }) => end === null);
  }

  /** Those that take part in the work now. */
  get working() {
    return this.running.filter(({ node, isStopped }) => node !== null && !isStopped);
  }

  /** The process whose node has this id; undefined: none has. */
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
    this.#places.set(name, worker);
    void worker.ended.then(() => {
      if (!this.#closing) setTimeout(() => this.#closing || this.start(name), RESPAWN_MS);
    });
    return worker;
  }

  /** Lets everything go on and resolves when a node works in every place, or when that takes too long. */
  async heal() {
    for (const worker of this.running) if (worker.isStopped) worker.resume();
    const areReady = () => [...this.#places.values()].every(({ node, end }) => node !== null && end === null);
    await until(areReady, READY_LIMIT_MS);
  }

  /** Ends all in good order. Who does not end is killed, and shows by the signal. */
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
