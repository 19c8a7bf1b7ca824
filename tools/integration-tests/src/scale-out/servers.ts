import { withBullmq } from '@scheduler/bullmq';
import { CLOCK } from '@scheduler/inversify';
import { createKnexStore } from '@scheduler/knex';
import type { StoreSource } from './counting-app.js';

/** The servers that the processes of one run share. */
export interface Servers {
  readonly databaseUrl: string;
  readonly tablePrefix: string;
  readonly redisUrl: string;
  readonly keyPrefix: string;
}

/** The store that all processes bind. */
export function storeOn({ databaseUrl, tablePrefix, redisUrl, keyPrefix }: Servers): StoreSource {
  return (context) => {
    const clock = context.get(CLOCK);
    const store = createKnexStore({ connection: databaseUrl, tablePrefix, clock });
    return withBullmq(store, { url: redisUrl, keyPrefix, clock });
  };
}
