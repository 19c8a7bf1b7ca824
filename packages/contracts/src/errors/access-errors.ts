import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** An argument of an API key, of an audit record or of a query for them that cannot be accepted. */
export class AccessInvalid extends InputError {
  readonly code = 'ACCESS_INVALID';
}

/** No API key has this id, or it belongs to another tenant. */
export class ApiKeyNotFound extends SchedulerError {
  readonly code = 'API_KEY_NOT_FOUND';

  constructor(readonly keyId: string) {
    super(`no API key has the id ${showValue(keyId)}; list the API keys to see what exists`);
  }
}

export class ApiKeyAlreadyExists extends SchedulerError {
  readonly code = 'API_KEY_ALREADY_EXISTS';

  constructor(readonly keyId: string) {
    super(`an API key with the id ${showValue(keyId)} exists already; create the key again with another id`);
  }
}

/** The principal is known, and lacks the permission. */
export class PermissionDenied extends SchedulerError {
  readonly code = 'PERMISSION_DENIED';

  constructor(readonly permission: string) {
    super(
      `the permission ${showValue(permission)} is missing; use credentials that have it, such as an API key created with --permissions ${permission}`,
    );
  }
}
