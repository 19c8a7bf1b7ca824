import type { TestDatabase } from './test-database.js';

/** Makes the server close the connections from these ports. Returns how many there were. */
export async function killConnections(
  { knex, name }: TestDatabase,
  ports: readonly number[],
): Promise<number> {
  return name === 'postgres' ? terminateBackends(knex, ports) : killThreads(knex, ports);
}

async function terminateBackends(knex: TestDatabase['knex'], ports: readonly number[]): Promise<number> {
  const { rows } = await knex.raw(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ANY(?)',
    [[...ports]],
  );
  return rows.length;
}

async function killThreads(knex: TestDatabase['knex'], ports: readonly number[]): Promise<number> {
  const threads = await knex('information_schema.processlist').select('ID', 'HOST');
  const matching = threads.filter(({ HOST }) => ports.includes(Number(String(HOST).split(':').at(-1))));
  // The connection may have ended meanwhile.
  for (const { ID } of matching) await knex.raw(`KILL ${Number(ID)}`).catch(() => undefined);
  return matching.length;
}
