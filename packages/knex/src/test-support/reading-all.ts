import type { SchedulerStore } from '@scheduler/contracts';
import type { EventLog } from '@scheduler/contracts/adapter';
import type { TestDatabase } from './test-database.js';

/**
 * A store whose log is read only when everything that was committed can be read: transactions of other tests on the same server hold it up, which
 * tests of one reader and one writer do not expect.
 */
export function readingAllThatIsCommitted(database: TestDatabase, store: SchedulerStore): SchedulerStore {
  const { eventLog } = store;
  if (!eventLog) return store;
  const complete =
    <TArguments extends unknown[], TResult>(read: (...given: TArguments) => Promise<TResult>) =>
    async (...given: TArguments) => {
      await untilComplete(database);
      return read.apply(eventLog, given);
    };
  const read = complete((request: Parameters<EventLog['read']>[0]) => eventLog.read(request));
  const bounds = complete(() => eventLog.bounds());
  const prune = complete((request: Parameters<EventLog['prune']>[0]) => eventLog.prune(request));
  const proxied = new Proxy(eventLog, {
    get: (target, name) => {
      const own = { read, bounds, prune }[String(name)];
      const value = (own ?? Reflect.get(target, name)) as unknown;
      return typeof value === 'function' && own === undefined ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...store, eventLog: proxied };
}

/** Waits until no transaction is open that had begun when the latest row of the log was committed. A row of another server is complete. */
async function untilComplete(database: TestDatabase): Promise<void> {
  const log = database.tableName('event_log');
  const number = (name: string) =>
    `lpad(to_hex(pg_snapshot_${name}(pg_current_snapshot())::text::bigint), 12, '0')`;
  for (;;) {
    const { rows } = (await database.knex.raw(
      `SELECT coalesce(substr(max(position), 5, 12), '') AS newest, ${number('xmin')} AS oldest, ${number('xmax')} AS next FROM ${log}`,
    )) as { rows: { newest: string; oldest: string; next: string }[] };
    const [row] = rows;
    if (row === undefined || row.newest < row.oldest || row.newest > row.next) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
