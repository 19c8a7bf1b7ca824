import type { Execution, JobType } from '@scheduler/contracts';

/** The handlers of this node, as far as claims need them. */
export interface KnownHandlers {
  supports(type: JobType): boolean;
}

/**
 * The types that wait in queues of this node and that it has no handler for. A claim that returns one teaches it; from then on claims pass
 * over it, until a handler for it is there.
 */
export class ForeignTypes {
  private readonly own = new Set<string>();
  private foreign: readonly JobType[] = [];

  constructor(private readonly handlers: KnownHandlers) {}

  /** The types to pass over. */
  get all(): readonly string[] {
    if (this.foreign.some((type) => this.isOwn(type)))
      this.foreign = this.foreign.filter((type) => !this.isOwn(type));
    return this.foreign;
  }

  /** The executions that this node has no handler for; their types are passed over from now on. Usually there are none. */
  among(claimed: readonly Execution[]): readonly Execution[] {
    let found: Execution[] | null = null;
    for (const execution of claimed) if (!this.isOwn(execution.type)) (found ??= []).push(execution);
    if (found === null) return NONE;
    this.foreign = [...new Set([...this.foreign, ...found.map(({ type }) => type)])];
    return found;
  }

  private isOwn(type: JobType): boolean {
    if (this.own.has(type)) return true;
    if (!this.handlers.supports(type)) return false;
    this.own.add(type);
    return true;
  }
}

const NONE: readonly Execution[] = [];
