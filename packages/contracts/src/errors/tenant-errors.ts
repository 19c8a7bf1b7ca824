import { InputError } from './scheduler-error.js';

/** A value that is not a tenant, or a tenant that a scheduler of another tenant was asked for. */
export class TenantInvalid extends InputError {
  readonly code = 'TENANT_INVALID';
}
