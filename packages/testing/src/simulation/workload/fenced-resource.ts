import type { WitnessedEffect } from '../../promises/evidence.js';

/** The resource of the handlers. It holds one effect for each execution, and refuses a fence that is lower than the one it holds. */
export class FencedResource {
  private readonly held = new Map<string, number>();
  private refused = 0;

  get refusedCount(): number {
    return this.refused;
  }

  /** False: the effect was refused. */
  act(executionId: string, fence: number): boolean {
    if ((this.held.get(executionId) ?? 0) > fence) {
      this.refused += 1;
      return false;
    }
    this.held.set(executionId, fence);
    return true;
  }

  effects(): readonly WitnessedEffect[] {
    return [...this.held].map(([executionId, fence]) => ({ executionId, fence, guard: 'fenced' }));
  }
}
