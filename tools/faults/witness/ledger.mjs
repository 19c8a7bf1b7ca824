/**
 * The records of the witness. It is also the fenced resource of the handlers: it keeps one effect for each execution and refuses a
 * fence that is lower than the one it holds. Steps of workflows name their place in a run and their phase, `run` or `undo`: a step that was undone is
 * refused, because a service that keeps idempotency keys does the same.
 */
export class Ledger {
  starts = [];
  refusedEffects = 0;
  #effects = new Map();
  #places = new Map();

  start({ executionId, jobId, fence, node }) {
    const start = { executionId, jobId, fence, node };
    this.starts.push(start);
    return start;
  }

  /** Whether the effect was accepted. */
  effect({ executionId, fence, place, phase }) {
    const held = this.#effects.get(executionId) ?? 0;
    const acts = place === undefined ? null : this.#actsAt(place);
    if (fence < held || (phase === 'run' && acts?.undo.size > 0)) {
      this.refusedEffects += 1;
      return false;
    }
    this.#effects.set(executionId, fence);
    acts?.[phase].add(executionId);
    return true;
  }

  /** The executions that have carried out a step, and those that have undone it. */
  #actsAt(place) {
    if (!this.#places.has(place)) this.#places.set(place, { run: new Set(), undo: new Set() });
    return this.#places.get(place);
  }

  report() {
    const effects = [...this.#effects].map(([executionId, fence]) => ({
      executionId,
      fence,
      guard: 'fenced',
    }));
    const places = [...this.#places].map(([place, acts]) => {
      const [run, step, index] = JSON.parse(place);
      return { run, step, index, done: [...acts.run], undone: [...acts.undo] };
    });
    return { starts: this.starts, effects, refusedEffects: this.refusedEffects, places };
  }
}
