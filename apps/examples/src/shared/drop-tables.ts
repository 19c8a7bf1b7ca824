import type { KnexStore } from '@scheduler/knex';

/** The prefix of all tables of the examples. */
export const EXAMPLE_PREFIX = 'example_';

/** Deletes all tables of the examples, so that an example leaves the database as it was. */
export async function dropTables({ knex, migrations }: KnexStore): Promise<void> {
  while ((await migrations.down()) !== null);
  await knex.schema.dropTableIfExists(`${EXAMPLE_PREFIX}migrations`);
}
