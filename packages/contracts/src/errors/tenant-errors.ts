import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** A value that is not a tenant, or a tenant that a scheduler of another tenant was asked for. */
export class TenantInvalid extends InputError {
  readonly code = 'TENANT_INVALID';
}

/** What a tenant may have at most. `payloadBytes`: the size of a payload as JSON; the others count. */
export type Quota = 'jobs' | 'waiting' | 'workflows' | 'payloadBytes';

const COUNTED: Readonly<Record<Quota, string>> = {
  jobs: 'jobs that have not ended',
  waiting: 'waiting executions',
  workflows: 'runs of workflows that have not ended',
  payloadBytes: 'bytes of a payload',
};

const WAYS_OUT: Readonly<Record<Quota, string>> = {
  jobs: 'cancel or delete jobs',
  waiting: 'wait until some have run, or cancel some',
  workflows: 'wait until some have ended, or cancel some',
  payloadBytes: 'store large data elsewhere and pass a reference',
};

/** What somebody asked for would exceed a quota of its tenant. Nothing was written. */
export class QuotaExceeded extends SchedulerError {
  readonly code = 'QUOTA_EXCEEDED';
  readonly tenant: string;
  readonly quota: Quota;
  readonly limit: number;
  /** What the tenant has; of a payload, its size. */
  readonly current: number;
  /** What was to be added. */
  readonly requested: number;

  constructor({ tenant, quota, limit, current, requested }: QuotaState) {
    const subject = quota === 'payloadBytes' ? 'the payload has' : 'it has';
    const more = requested > 1 && quota !== 'payloadBytes' ? `, and ${requested} more were asked for` : '';
    super(
      `the quota ${quota} of tenant ${showValue(tenant)} is ${limit}, and ${subject} ${current} (${COUNTED[quota]})${more}; ${WAYS_OUT[quota]}, or raise the quota`,
    );
    this.tenant = tenant;
    this.quota = quota;
    this.limit = limit;
    this.current = current;
    this.requested = requested;
  }
}

export interface QuotaState {
  readonly tenant: string;
  readonly quota: Quota;
  readonly limit: number;
  readonly current: number;
  readonly requested: number;
}

/** A name that jobs of several tenants have, given to a scheduler that sees all tenants. Nothing was changed. */
export class JobAmbiguous extends SchedulerError {
  readonly code = 'JOB_AMBIGUOUS';

  constructor(
    readonly reference: string,
    /** Two of the tenants. */
    readonly tenants: readonly string[],
  ) {
    const owners = tenants.map((tenant) => showValue(tenant)).join(' and ');
    super(
      `the name ${showValue(reference)} belongs to jobs of several tenants, such as ${owners}; name the tenant (forTenant(…), --tenant), or use the id of the job`,
    );
  }
}
