import { z } from 'zod';
import { integer, tenantField } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';

/** What a tenant may have at most. Null: as much as it likes. */
export interface Quotas {
  /** Jobs that have not ended. */
  readonly jobs: number | null;
  /** Executions that wait, those that are to run later included. */
  readonly waiting: number | null;
  /** Runs of workflows that have not ended. */
  readonly workflows: number | null;
  /** The size of a payload as JSON, in bytes of UTF-8. */
  readonly payloadBytes: number | null;
}

/** The quotas of each tenant, and those of some that have others. */
export interface QuotasByTenant extends Quotas {
  readonly tenants: Readonly<Record<string, Partial<Quotas>>>;
}

const MOST = 1_000_000_000;
const amount = integer(1, MOST).nullable();
const RULE = '{ jobs, waiting, workflows, payloadBytes }';

const some = {
  jobs: amount.optional(),
  waiting: amount.optional(),
  workflows: amount.optional(),
  payloadBytes: amount.optional(),
};

/** What a tenant has that differs from what each has. A missing one does not differ. */
export const someQuotas = z
  .strictObject(some, schemaError('is not a set of quotas', RULE))
  .transform(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Quotas>,
  );

export type SomeQuotasInput = z.input<typeof someQuotas>;

export const quotas = z.strictObject(
  {
    jobs: amount.default(null),
    waiting: amount.default(null),
    workflows: amount.default(null),
    payloadBytes: amount.default(null),
    tenants: z
      .record(
        tenantField,
        someQuotas,
        schemaError('is not a set of tenants with quotas', `{ acme: ${RULE} }`),
      )
      .default({}),
  },
  schemaError('is not an object', `{ jobs, waiting, workflows, payloadBytes, tenants: { acme: ${RULE} } }`),
);

export const QUOTA_NAMES = ['jobs', 'waiting', 'workflows', 'payloadBytes'] as const;
