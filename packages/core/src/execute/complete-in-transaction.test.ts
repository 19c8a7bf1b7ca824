import { type Execution, FeatureNotSupported, type JobContext } from '@scheduler/contracts';
import {
  type ExecutionRepository,
  settleExecution,
  type SettleExecutions,
} from '@scheduler/contracts/adapter';
import { engineOn } from '../test-support/engine.js';
import { settle } from '../test-support/manual-clock.js';
import { claimedExecution, minute } from '../test-support/samples.js';

const execution = claimedExecution({ id: 'e1' });
const never = () => new Promise<never>(() => undefined);

/** A transaction of the handler: what is written in it is stored when it is committed. */
class Transaction {
  readonly writes: (() => void)[] = [];

  commit(): void {
    for (const write of this.writes) write();
  }
}

/** An engine on a store with transactions that holds one claimed execution. */
function setUp(
  handle: (context: JobContext, transaction: Transaction) => Promise<void>,
  answers: Partial<ExecutionRepository> = {},
) {
  const transaction = new Transaction();
  let stored: Execution = execution;
  const apply = async ({ settlements, transaction: given }: SettleExecutions) =>
    settlements.map(({ outcome }) => {
      if (stored.status !== 'running') return null;
      const settled = settleExecution(execution, outcome, minute(1));
      const write = () => void (stored = settled);
      if (given instanceof Transaction) given.writes.push(write);
      else write();
      return settled;
    });
  const set = engineOn({
    handler: { handle: (_, context) => handle(context, transaction) },
    executions: { settle: apply, get: async () => stored, ...answers },
  });
  return { ...set, transaction, stored: () => stored };
}

describe('a handler that completes in its own transaction', () => {
  it('has succeeded when the transaction is committed, and that is told once', async () => {
    const { bus, execute, logger } = setUp(async (context, transaction) => {
      await context.completeIn(transaction, { rows: 3 });
      transaction.commit();
    });
    expect(await execute(execution)).toMatchObject({ status: 'success', output: { rows: 3 } });
    expect(bus.names).toEqual([
      'scheduler:execution.started',
      'scheduler:execution.completed',
      'scheduler:job.completed',
    ]);
    expect(logger.messages).toEqual([]);
  });

  it('has succeeded even if it throws after the commit', async () => {
    const { execute } = setUp(async (context, transaction) => {
      await context.completeIn(transaction);
      transaction.commit();
      throw new Error('cleaning up failed');
    });
    expect(await execute(execution)).toMatchObject({ status: 'success', error: null });
  });

  it('has failed if it throws after the transaction was rolled back', async () => {
    const { bus, execute } = setUp(async (context, transaction) => {
      await context.completeIn(transaction);
      throw new Error('the commit was refused');
    });
    expect(await execute(execution)).toMatchObject({
      status: 'pending',
      error: { message: 'the commit was refused' },
    });
    expect(bus.names).toEqual(['scheduler:execution.started', 'scheduler:execution.failed']);
  });

  it('has succeeded though its timeout came between the write and the commit', async () => {
    const { clock, execute, stored, transaction } = setUp(async (context, given) => {
      await context.completeIn(given);
      context.signal.addEventListener('abort', () => given.commit());
      return never();
    });
    const ended = execute(execution);
    await clock.advance(300_000);
    expect(transaction.writes).toHaveLength(1);
    expect(await ended).toMatchObject({ status: 'success' });
    expect(stored().status).toBe('success');
  });

  it('has succeeded though nobody kept its lease alive after the commit', async () => {
    const { clock, execute, logger, leases } = setUp(async (context, transaction) => {
      await context.completeIn(transaction);
      transaction.commit();
      return never();
    });
    leases.start();
    const ended = execute(execution);
    await clock.advance(22_000);
    expect(await ended).toMatchObject({ status: 'success' });
    expect(logger.messages).toEqual([]);
    await leases.stop();
  });

  it('knows nothing of its end where the store cannot be asked', async () => {
    const { clock, execute, logger, leases } = setUp(
      async (context, transaction) => {
        await context.completeIn(transaction);
        return never();
      },
      { get: () => Promise.reject(new Error('connection lost')) },
    );
    leases.start();
    const ended = execute(execution);
    await clock.advance(22_000);
    expect(await ended).toBeNull();
    expect(logger.messages).toEqual(['warn: reading an execution failed', 'warn: lease lost']);
    await leases.stop();
  });

  it('stores what it has logged so far before it completes: later lines would be refused', async () => {
    const { execute, executions } = setUp(async (context, transaction) => {
      context.log.info('before');
      await context.completeIn(transaction);
      transaction.commit();
    });
    await execute(execution);
    expect(executions.calls.map(({ method }) => method)).toEqual(['appendLogs', 'settle', 'settle', 'get']);
  });

  it('holds up the settlement of no other while its transaction is open', async () => {
    const other = claimedExecution({ id: 'e2' });
    const waiting: SettleExecutions[] = [];
    const { execute } = engineOn({
      handler: {
        handle: async (_, context) => {
          if (context.executionId === 'e1') await context.completeIn({});
        },
      },
      executions: {
        settle: (request) => {
          const [first] = request.settlements;
          const settled = settleExecution(
            first?.execution ?? execution,
            { kind: 'succeeded', output: null },
            minute(1),
          );
          if (first?.execution.id !== 'e1' || request.transaction !== undefined)
            return Promise.resolve([settled]);
          waiting.push(request);
          return never();
        },
      },
    });
    void execute(execution);
    await settle();
    expect(waiting).toHaveLength(1);
    expect(await execute(other)).toMatchObject({ id: 'e2', status: 'success' });
  });

  it('fails where the store has no transactions', async () => {
    const refusal = new FeatureNotSupported('transactions', 'the store', 'use another');
    const { execute } = engineOn({
      handler: { handle: (_, context) => context.completeIn({}) },
      executions: {
        settle: async ({ settlements, transaction }) => {
          if (transaction !== undefined) throw refusal;
          return settlements.map(({ outcome }) => settleExecution(execution, outcome, minute(1)));
        },
      },
    });
    expect(await execute(execution)).toMatchObject({
      status: 'pending',
      error: { code: 'FEATURE_NOT_SUPPORTED' },
    });
  });
});
