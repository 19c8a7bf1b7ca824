import type { Execution } from '@scheduler/contracts';
import { keepsUniqueKey } from '@scheduler/contracts/adapter';

/** Which execution has which unique place. */
export class UniqueKeys {
  private readonly holders = new Map<string, Execution>();

  /** The execution that has the unique key of a new one. Null: nobody has it. */
  holderOf({ unique }: Execution): Execution | null {
    return unique === null ? null : (this.holders.get(unique.key) ?? null);
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
