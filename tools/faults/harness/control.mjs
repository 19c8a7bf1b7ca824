import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createStreamLogger } from '@scheduler/core';
import { SCHEDULER_NODE, SCHEDULER_STORE } from '@scheduler/inversify';
import { SCHEDULER_WORKFLOWS, WORKFLOWS } from '@scheduler/inversify/workflows';
import { createContainer } from '../worker/container.mjs';
import { databaseOf } from '../worker/database.mjs';
import { workflowDefinitions } from '../workload/workflows.mjs';
import { EFFECTS_TABLE } from './database.mjs';

const PAGE = 500;

/**
 * The harness's own node. It schedules, enqueues and reads, but never runs anything. It connects directly to the
 * servers, also where workers connect through a proxy.
 */
export class Control {
  #log;
  #database;

  /** @param isTransactional whether the store has transactions for the application's own tables */
  constructor({ env, folder, isTransactional }) {
    this.#log = createWriteStream(join(folder, 'harness.log'));
    const container = createContainer({
      env,
      config: { unknownTypes: 'accept' },
      logger: createStreamLogger({ stream: this.#log }),
    });
    for (const definition of workflowDefinitions())
      container.bind(SCHEDULER_WORKFLOWS).toConstantValue(definition);
    this.node = container.get(SCHEDULER_NODE);
    this.store = container.get(SCHEDULER_STORE);
    /** Starts runs of workflows. */
    this.workflows = container.get(WORKFLOWS);
    this.#database = isTransactional ? databaseOf(this.store, env) : null;
  }

  get scheduler() {
    return this.node.scheduler;
  }

  get knex() {
    return this.#database.knex;
  }

  async open() {
    await this.store.migrations?.up();
    await this.node.open();
    await this.#database?.knex.raw(
      `CREATE TABLE ${EFFECTS_TABLE} (execution_id varchar(255) NOT NULL, fence bigint NOT NULL)`,
    );
  }

  now() {
    return this.store.schedules.now();
  }

  jobs() {
    return everyPage((page) =>
      this.store.schedules.list({ ...page, tenant: null, sortBy: 'createdAt', sortOrder: 'asc' }),
    );
  }

  executions(filter = {}) {
    return everyPage((page) =>
      this.store.executions.list({ ...filter, ...page, tenant: null, sortOrder: 'asc' }),
    );
  }

  /** The effects that were written in the transaction that completed their execution. */
  async effects() {
    if (this.#database === null) return [];
    const rows = await this.knex(EFFECTS_TABLE).select('execution_id', 'fence');
    return rows.map((row) => ({
      executionId: row.execution_id,
      fence: Number(row.fence),
      guard: 'transactional',
    }));
  }

  async close() {
    await this.node.stop();
    await this.#database?.close();
    this.#log.end();
  }
}

async function everyPage(read) {
  const items = [];
  for (;;) {
    const page = await read({ limit: PAGE, offset: items.length });
    items.push(...page.items);
    if (page.items.length < PAGE) return items;
  }
}
