import { setTimeout as delay } from 'node:timers/promises';
import { between, oneOf } from './draw.mjs';

const RETRY_MS = 200;

/**
 * Enqueues work until it is stopped, and records what was confirmed. It chooses the ids, so that it can repeat a request after an error: an
 * id that is taken then is a confirmation too, because only this stream uses it.
 */
export class EnqueueStream {
  confirmed = [];
  unconfirmed = 0;
  #scheduler;
  #types;
  #random;
  #prefix;
  #stopped = false;
  #running = Promise.resolve();

  constructor({ scheduler, types, random, prefix }) {
    this.#scheduler = scheduler;
    this.#types = types;
    this.#random = random;
    this.#prefix = prefix;
  }

  start() {
    this.#running = this.#run();
  }

  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  async #run() {
    for (let number = 1; !this.#stopped; number += 1) {
      await this.#confirm(this.#request(number));
      await delay(between(this.#random, 50, 250));
    }
  }

  #request(number) {
    const work = { fails: oneOf(this.#random, [0, 0, 0, 1]), workMs: [0, between(this.#random, 5, 400)] };
    return {
      id: `${this.#prefix}-${number}`,
      type: oneOf(this.#random, this.#types),
      payload: { number, ...work },
      maxRetries: 60,
      backoff: { strategy: 'fixed', delay: 100 },
    };
  }

  async #confirm(request) {
    for (let attempt = 1; !this.#stopped || attempt === 1; attempt += 1) {
      try {
        await this.#scheduler.enqueue(request);
        return this.confirmed.push(request.id);
      } catch (error) {
        if (attempt > 1 && error.code === 'JOB_ALREADY_EXISTS') return this.confirmed.push(request.id);
        await delay(RETRY_MS);
      }
    }
    // The run is over and it is not known whether the request was stored, so that nothing was promised.
    return (this.unconfirmed += 1);
  }
}
