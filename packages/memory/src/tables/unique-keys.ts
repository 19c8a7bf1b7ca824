import type { Execution } from '@scheduler/contracts';
import { keepsUniqueKey } from '@scheduler/contracts/adapter';

/** Which execution holds which unique key. */
export class UniqueKeys {
  private readonly holders = new Map<string, Execution>();

  /** The execution that holds the unique key of a new one. Null: there is none. */
  holderFor({ unique, originalExecutionId }: Execution, nowMs: number): Execution | null {
    const holder = unique === null ? undefined : this.holders.get(unique.key);
    if (holder === undefined || holder.id === originalExecutionId) return null;
    return isOver(holder, nowMs) ? null : holder;
  }

  /** A new execution takes its unique key. A stored one keeps or releases it, depending on its status. */
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
