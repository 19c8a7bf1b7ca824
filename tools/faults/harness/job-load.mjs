import { setTimeout as delay } from 'node:timers/promises';
import { trigger } from '@scheduler/contracts';
import { FENCED, TRANSACTIONAL } from '../worker/handler.mjs';
import { drawn } from '../workload/draw.mjs';
import { EnqueueStream } from '../workload/enqueue-stream.mjs';
import { jobsOf } from '../workload/jobs.mjs';
import { STORES } from './database.mjs';
import { progressText } from './progress-text.mjs';
import { LEASE } from './settings.mjs';

/** The least time between scheduling the jobs and their first instant, in which all of them are stored. */
const LEAD_MS = 1_500;
/** How many times longer it is than storing as many jobs has just taken, because a busy machine becomes busier. */
const LEAD_FACTOR = 5;
const REHEARSED_JOBS = 15;
const YEAR_MS = 366 * 24 * 3_600_000;

/** Jobs that fire for the time of the run, and a stream of work that is enqueued. */
export class JobLoad {
  #scene;
  #fault;
  #stream;
  #window;
  #definitions;
  #activeFrom;

  constructor({ scene, fault }) {
    this.#scene = scene;
    this.#fault = fault;
    this.#stream = new EnqueueStream({
      scheduler: scene.control.scheduler,
      types: typesOn(scene.store),
      random: drawn(scene.seed, 'stream'),
      prefix: `enqueued-${scene.seed}`,
    });
  }

  async prepare() {
    const { control, seconds } = this.#scene;
    const leadMs = Math.max(LEAD_MS, LEAD_FACTOR * (await this.#rehearse()));
    const startAt = new Date((await control.now()).getTime() + leadMs);
    this.#window = { startAt, endAt: new Date(startAt.getTime() + seconds * 1_000) };
    this.#definitions = await this.#schedule();
    this.#activeFrom = await control.now();
  }

  start() {
    this.#stream.start();
  }

  /** Resolves when the time of the run is over. */
  async finish() {
    await delay(this.#scene.leftMs);
    await this.#stream.stop();
  }

  stop() {
    return this.#stream.stop();
  }

  progressText() {
    const { leftMs, seconds } = this.#scene;
    return progressText(this.#scene, `${Math.round(seconds - leftMs / 1_000)} of ${seconds} s`);
  }

  /** What must have happened at the end, and until when. */
  promised() {
    return {
      definitions: this.#definitions,
      activeFrom: this.#activeFrom,
      enqueued: this.#stream.confirmed,
      dueAt: this.#window.endAt.getTime(),
    };
  }

  /** How many milliseconds it takes to store jobs, by some that are deleted again before they are due. */
  async #rehearse() {
    const { scheduler } = this.#scene.control;
    const at = new Date((await this.#scene.control.now()).getTime() + YEAR_MS);
    const ids = Array.from({ length: REHEARSED_JOBS }, (_, index) => `rehearsal-${index}`);
    const begin = performance.now();
    await Promise.all(
      ids.map((id) => scheduler.schedule({ id, name: id, type: FENCED, trigger: trigger.once(at) })),
    );
    const tookMs = performance.now() - begin;
    await Promise.all(ids.map((id) => scheduler.unschedule(id)));
    return tookMs;
  }

  /** Jobs get fixed ids, so that the expected occurrences are known without reading the store. */
  async #schedule() {
    const [scene, window] = [this.#scene, this.#window];
    const jobs = jobsOf({ window, leaseMs: LEASE.duration, random: scene.random });
    const more = this.#fault.jobs?.({ scene, window, leaseMs: LEASE.duration }) ?? [];
    const types = typesOn(scene.store);
    const definitions = [...jobs, ...more].map((job) => ({
      id: `job-${job.name}`,
      ...job,
      type: types.includes(job.type) ? job.type : FENCED,
    }));
    await Promise.all(definitions.map((definition) => scene.control.scheduler.schedule(definition)));
    return definitions;
  }
}

/** On a store without transactions every effect is guarded by its fence. */
function typesOn(store) {
  return STORES[store].transactions ? [FENCED, TRANSACTIONAL] : [FENCED];
}
