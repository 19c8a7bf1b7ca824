import type { Knex } from 'knex';

/** Finds out how transactions of callers end. */
export class CallerCommits {
  private readonly watched = new WeakMap<Knex.Transaction, Promise<boolean>>();

  /** True once the transaction has committed; false once it has rolled back. A nested one has committed when its parents have, too. */
  hasCommitted(transaction: Knex.Transaction): Promise<boolean> {
    let end = this.watched.get(transaction);
    if (end === undefined) {
      end = watch(transaction);
      this.watched.set(transaction, end);
    }
    return this.withParents(transaction, end);
  }

  private async withParents(transaction: Knex.Transaction, end: Promise<boolean>): Promise<boolean> {
    const { parentTransaction } = transaction;
    const whole = parentTransaction === undefined ? true : this.hasCommitted(parentTransaction);
    return (await end) && whole;
  }
}

/** Knex also resolves after a rollback that the caller asked for. The last statement shows whether it was one. */
async function watch(transaction: Knex.Transaction): Promise<boolean> {
  let last = '';
  transaction.on('query', ({ sql }: { readonly sql: string }) => (last = sql));
  try {
    await transaction.executionPromise;
    return !/^ROLLBACK\b/i.test(last);
  } catch {
    return false;
  }
}
