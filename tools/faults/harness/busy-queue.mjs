import { setTimeout as delay } from 'node:timers/promises';
import { QUEUES } from './queue.mjs';
import { RECOVERY_MS } from './settings.mjs';
import { until } from './until.mjs';

const LANE = 'default';
const AT_ONCE = 8;
const EVERY_MS = 80;

/**
 * Keeps a queue of messages busy, by messages about executions that nobody knows. A worker looks into the store when its queue is
 * quiet; here it never is, so that whatever Redis has lost must be published again, as in a system with plenty to do.
 */
export class BusyQueue {
  #dispatch;
  #isOn = false;
  #running = Promise.resolve();
  #number = 0;

  /** @param control of the run; `messages` its queue, see `queue.mjs` */
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
   * H of the queue itself: whether a message that was published after healing was taken in the time that is allowed. The store alone
   * would be enough to work on, and nobody would notice that the queue is dead.
   */
  async flowsAgain(healedAt) {
    if (!this.hasMessages) return true;
    const left = () => Math.max(0, RECOVERY_MS - (Date.now() - healedAt));
    const sent = await until(() => this.#send(1), left());
    return sent !== null && (await until(() => this.messages.isTaken(LANE, sent), left())) !== null;
  }

  async #run() {
    while (this.#isOn) {
      await this.#send(AT_ONCE);
      await delay(EVERY_MS);
    }
  }

  /** The id of the last one. Null: Redis did not take them. */
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
