import type { Execution } from '@scheduler/contracts';
import { keepsUniqueKey } from '@scheduler/contracts/adapter';

/** Which execution holds which unique key. */
export class UniqueKeys {
  private readonly holders = new Map<string, Execution>();

  /** The execution that has the unique key of a new one. Null: nobody has it. */
  holderOf({ unique }: Execution): Execution | null {
    return unique === null ? null : (this.holders.get(unique.key) ?? null);
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
