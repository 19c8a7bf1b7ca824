import type { Knex } from 'knex';

/** Tells how transactions of callers end. */
export class CallerCommits {
  private readonly watched = new WeakMap<Knex.Transaction, Promise<boolean>>();

  /** True once it has committed; false once it has rolled back. A part of another transaction has committed when all of them have. */
  of(transaction: Knex.Transaction): Promise<boolean> {
    let end = this.watched.get(transaction);
    if (end === undefined) {
      end = watch(transaction);
      this.watched.set(transaction, end);
    }
    return this.andItsParent(transaction, end);
  }

  private async andItsParent(transaction: Knex.Transaction, end: Promise<boolean>): Promise<boolean> {
    const { parentTransaction } = transaction;
    const whole = parentTransaction === undefined ? true : this.of(parentTransaction);
    return (await end) && whole;
  }
}

/** Knex resolves for a rollback that was asked for, too: then the last statement tells it. */
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
