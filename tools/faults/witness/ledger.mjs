/**
 * The records of the witness. It is also the fenced resource of the handlers: it keeps one effect for each execution and refuses a
 * fence that is lower than the one it holds.
 */
export class Ledger {
  starts = [];
  refusedEffects = 0;
  #effects = new Map();

  start({ executionId, jobId, fence, node }) {
    const start = { executionId, jobId, fence, node };
    this.starts.push(start);
    return start;
  }

  /** Whether the effect was accepted. */
  effect({ executionId, fence }) {
    const held = this.#effects.get(executionId) ?? 0;
    if (fence < held) {
      this.refusedEffects += 1;
      return false;
    }
    this.#effects.set(executionId, fence);
    return true;
  }

  report() {
    const effects = [...this.#effects].map(([executionId, fence]) => ({
      executionId,
      fence,
      guard: 'fenced',
    }));
    return { starts: this.starts, effects, refusedEffects: this.refusedEffects };
  }
}
