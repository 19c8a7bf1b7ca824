import { progressText } from './progress-text.mjs';
import { Runs } from './runs.mjs';

/** Runs of workflows, which the fault starts through `scene.runs`. It lasts until all of them have ended, however long that takes. */
export class WorkflowLoad {
  #scene;
  #startedAt = performance.now();

  constructor({ scene }) {
    this.#scene = scene;
    scene.runs = new Runs(scene);
  }

  async prepare() {}

  start() {
    this.#startedAt = performance.now();
  }

  async finish() {
    const { runs, notes } = this.#scene;
    await runs.untilEnded();
    const open = await runs.open();
    notes.push(open === 0 ? `all runs had ended after ${this.#seconds} s` : `${open} runs did not end`);
  }

  async stop() {}

  progressText() {
    return progressText(this.#scene, `${this.#seconds} s`);
  }

  /** What must have happened at the end. Nothing is due later than now. */
  promised() {
    return { definitions: [], activeFrom: new Date(), enqueued: [], dueAt: Date.now() };
  }

  get #seconds() {
    return Math.round((performance.now() - this.#startedAt) / 1_000);
  }
}
