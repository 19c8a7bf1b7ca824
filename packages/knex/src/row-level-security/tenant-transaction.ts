import { ConfigurationInvalid, toTenant } from '@scheduler/contracts';
import {
  accepting,
  anything,
  checkInput,
  fields,
  having,
  isFunction,
  optional,
} from '@scheduler/contracts/adapter';
import type { Knex } from 'knex';
import { DEFAULT_SETTING, SETTING, SETTING_RULE } from './setting.js';

export interface TenantTransaction {
  readonly tenant: string;
  /** The setting that the policies read. Default: `scheduler.tenant`. */
  readonly setting?: string;
}

const ARGUMENTS = fields(
  {
    knex: having(['transaction'], 'a Knex instance'),
    options: fields(
      {
        tenant: anything,
        setting: optional(
          accepting(
            (value) => typeof value === 'string' && SETTING.test(value),
            'is not a setting',
            SETTING_RULE,
          ),
        ),
      },
      "{ tenant: 'acme' }",
    ),
    work: isFunction('a function (transaction) => …'),
  },
  "knex, { tenant: 'acme' } and a function",
);

/**
 * Runs work in a transaction whose session belongs to a tenant, for roles that row-level security limits. The setting ends with the
 * transaction, so that it works behind a pooler, too, which gives the connection to somebody else afterwards.
 *
 * @example
 * const jobs = await inTenantTransaction(knex, { tenant: 'acme' }, (trx) => trx('scheduler_jobs').select('id', 'name'));
 */
export async function inTenantTransaction<T>(
  knex: Knex,
  options: TenantTransaction,
  work: (transaction: Knex.Transaction) => Promise<T> | PromiseLike<T>,
): Promise<T> {
  const value = { knex, options, work };
  checkInput({ value, check: ARGUMENTS, field: 'inTenantTransaction', error: ConfigurationInvalid });
  const tenant = toTenant(options.tenant);
  return knex.transaction(async (transaction) => {
    await transaction.raw('SELECT set_config(?, ?, true)', [options.setting ?? DEFAULT_SETTING, tenant]);
    return work(transaction);
  });
}
