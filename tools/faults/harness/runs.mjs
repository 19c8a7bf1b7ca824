import { setTimeout as delay } from 'node:timers/promises';
import { hasWorkflowEnded } from '@scheduler/contracts';
import { PATIENCE_MS } from './settings.mjs';
import { until } from './until.mjs';

const STARTS_INTERVAL_MS = 5;
const OPEN_INTERVAL_MS = 250;
/** After so long without any start or end nothing more is expected. Promise D is judged later, when no process dies any more. */
const STALLED_MS = 3 * PATIENCE_MS;
const RETRY_MS = 200;
const MOST_TRIES = 50;
const AT_ONCE = 10;

/** The runs of workflows of one run of the harness. */
export class Runs {
  /** What was started, as `{ workflow, id, input, ends }`, where `ends` is the status that it must end with. */
  planned = [];
  /** The ids of those whose start was confirmed. */
  started = [];
  #control;
  #witness;

  constructor({ control, witness }) {
    this.#control = control;
    this.#witness = witness;
  }

  async startAll(planned) {
    const waiting = [...planned];
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#start(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  /** Resolves to true when the witness has seen so many starts, and to false when all runs have ended before, or nothing happens any more. */
  async untilStarts(count) {
    return this.#until(() => this.#witness.starts.length >= count);
  }

  /** Resolves when all runs have ended, or when nothing has happened for a long time. */
  async untilEnded() {
    await this.#until(() => false);
  }

  /** How many runs have not ended. */
  async open() {
    const counts = await this.#control.store.workflows.count({ tenant: null });
    const open = counts.filter(({ status }) => !hasWorkflowEnded(status));
    return open.reduce((sum, { count }) => sum + count, 0);
  }

  async #until(isReached) {
    let last = { happened: -1, at: performance.now() };
    while (!isReached()) {
      const open = await this.open();
      if (open === 0 && this.started.length === this.planned.length) return isReached();
      // Both numbers only grow, so that an equal sum means that nothing has happened.
      const happened = this.#witness.starts.length + this.planned.length - open;
      if (happened !== last.happened) last = { happened, at: performance.now() };
      if (performance.now() - last.at > STALLED_MS) return false;
      await until(isReached, OPEN_INTERVAL_MS, STARTS_INTERVAL_MS);
    }
    return true;
  }

  /** Asks again after an error. The id makes it happen once. */
  async #start(run) {
    const { workflow, id, input } = run;
    this.planned.push(run);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#control.workflows.start(workflow, input, { id });
        return this.started.push(id);
      } catch (error) {
        if (attempt === MOST_TRIES) throw error;
        await delay(RETRY_MS);
      }
    }
  }
}
