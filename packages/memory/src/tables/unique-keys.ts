import type { Execution } from '@scheduler/contracts';
import { keepsUniqueKey } from '@scheduler/contracts/adapter';

/** Which execution has which unique place. */
export class UniqueKeys {
  private readonly holders = new Map<string, Execution>();

  /** The equal execution that stands in the way of a new one. Null: there is none. */
  holderFor({ unique, originalExecutionId }: Execution, nowMs: number): Execution | null {
    const holder = unique === null ? undefined : this.holders.get(unique.key);
    if (holder === undefined || holder.id === originalExecutionId) return null;
    return isOver(holder, nowMs) ? null : holder;
  }

  /** A new execution takes its place; a stored one keeps it, or gives it up by what it has become. */
  update(execution: Execution, isNew: boolean): void {
    const { unique, status, id } = execution;
    if (unique === null) return;
    const isHolder = this.holders.get(unique.key)?.id === id;
    if (keepsUniqueKey(unique, status) && (isNew || isHolder)) this.holders.set(unique.key, execution);
    else if (isHolder) this.holders.delete(unique.key);
  }

  remove({ unique, id }: Execution): void {
    if (unique !== null && this.holders.get(unique.key)?.id === id) this.holders.delete(unique.key);
  }
}

function isOver({ unique, createdAt }: Execution, nowMs: number): boolean {
  const periodMs = unique?.periodMs ?? null;
  return periodMs !== null && createdAt.getTime() + periodMs <= nowMs;
}
