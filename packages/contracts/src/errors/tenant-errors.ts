import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** A value that is not a tenant, or a tenant that a scheduler of another tenant was asked for. */
export class TenantInvalid extends InputError {
  readonly code = 'TENANT_INVALID';
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
