import type { LoggedEvent } from '@scheduler/contracts';
import type { KnexStore } from './knex-store.js';
import { onDatabase } from './test-support/on-database.js';
import { readingAllThatIsCommitted } from './test-support/reading-all.js';

onDatabase('postgres', (database) => {
  let store: KnexStore;

  beforeEach(async () => {
    await database.empty();
    store = database.store({ eventLog: true });
  });
  afterEach(() => store.close());

  const pause = (queue: string) => store.queues.change({ queue, paused: true });
  const queues = (events: readonly LoggedEvent[]) => events.map(({ entityId }) => entityId);
  const read = async (after: string | null) => {
    const { eventLog } = readingAllThatIsCommitted(database, store);
    return eventLog!.read({ tenant: null, after, limit: 10 });
  };

  /** What a restore into another server looks like: the numbers of its transactions are far below those in the log. */
  async function restoreIntoAnotherServer(): Promise<void> {
    await database.table('event_log').update({
      position: database.knex.raw("substr(position, 1, 4) || 'ff' || substr(position, 7)"),
    });
  }

  it('a log that was restored into another server goes on behind what was read', async () => {
    await pause('a');
    await pause('b');
    await restoreIntoAnotherServer();
    const before = await store.eventLog!.read({ tenant: null, after: null, limit: 10 });
    expect(queues(before.events)).toEqual(['a', 'b']);
    expect(before.atEnd).toBe(true);
    await pause('c');
    await pause('d');
    const rest = await read(before.next);
    expect(queues(rest.events)).toEqual(['c', 'd']);
    expect(queues((await read(null)).events)).toEqual(['a', 'b', 'c', 'd']);
    expect(rest.events[0]!.position.slice(0, 4)).toBe('0002');
  });

  it('goes on behind what retention has deleted there', async () => {
    await pause('a');
    await restoreIntoAnotherServer();
    const { next } = await store.eventLog!.read({ tenant: null, after: null, limit: 10 });
    database.advance(3 * 86_400_000);
    const before = await store.schedules.now();
    expect(await store.eventLog!.prune({ before, limit: 10 })).toBe(1);
    await pause('b');
    expect(queues((await read(next)).events)).toEqual(['b']);
  });

  it('stays in its epoch where several begin at once, and where nothing was restored', async () => {
    await pause('a');
    await restoreIntoAnotherServer();
    await Promise.all(Array.from({ length: 8 }, (_, index) => pause(`queue-${index}`)));
    await pause('z');
    const { events } = await read(null);
    expect(events).toHaveLength(10);
    expect(new Set(events.map(({ position }) => position.slice(0, 4)))).toEqual(new Set(['0001', '0002']));
    expect(events.at(-1)?.entityId).toBe('z');
  });
});
