import { setTimeout as delay } from 'node:timers/promises';
import { QUEUES } from './queue.mjs';
import { RECOVERY_MS } from './settings.mjs';
import { until } from './until.mjs';

const LANE = 'default';
const BATCH_SIZE = 8;
const EVERY_MS = 80;

/**
 * Keeps a message queue busy by messages about executions that do not exist. A worker polls the store when its queue is
 * quiet. Here it never is, so that messages that Redis has lost must be published again, as in a busy system.
 */
export class BusyQueue {
  #dispatch;
  #isOn = false;
  #running = Promise.resolve();
  #number = 0;

  /** @param scene the run, with its `control`, `queue` and `messages`, see `queue.mjs` */
  constructor({ control, messages, queue }) {
    this.hasMessages = QUEUES[queue].service !== null;
    this.#dispatch = (notes) => control.store.queue.dispatch({ notes, redelivery: true });
    this.messages = messages;
  }

  start() {
    if (!this.hasMessages) return;
    this.#isOn = true;
    this.#running = this.#run();
  }

  async stop() {
    this.#isOn = false;
    await this.#running;
  }

  /**
   * Promise H for the queue: whether a message that was published after healing is taken within the allowed time. The store alone
   * is enough to run executions, so that a dead queue would not be noticed otherwise.
   */
  async flowsAgain(healedAt) {
    if (!this.hasMessages) return true;
    const remainingMs = () => Math.max(0, RECOVERY_MS - (Date.now() - healedAt));
    const sent = await until(() => this.#send(1), remainingMs());
    return sent !== null && (await until(() => this.messages.isTaken(LANE, sent), remainingMs())) !== null;
  }

  async #run() {
    while (this.#isOn) {
      await this.#send(BATCH_SIZE);
      await delay(EVERY_MS);
    }
  }

  /** Sends messages and returns the id of the last one. Null: Redis did not accept them. */
  async #send(count) {
    const notes = Array.from({ length: count }, () => ({
      executionId: `noise-${(this.#number += 1)}`,
      queue: LANE,
      priority: 5,
      availableAt: new Date(),
      fence: 0,
    }));
    try {
      await this.#dispatch(notes);
      return notes.at(-1).executionId;
    } catch {
      return null;
    }
  }
}
