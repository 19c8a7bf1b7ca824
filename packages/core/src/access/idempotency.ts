import { AccessInvalid, type IdempotentResponse } from '@scheduler/contracts';
import { type IdempotencyState, ownedName } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { argument, checkArguments, rejecting } from '../support/input/arguments.js';
import { byItsSchema } from '../support/input/common-arguments.js';
import { integer, nameField, text } from '../support/input/fields.js';
import { readInput, schemaError } from '../support/input/read-input.js';
import type { AccessParts } from './access-parts.js';
import { scopeField } from './api-key-schema.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface IdempotentRequest {
  /** The tenant to which the key belongs, and with which it is deleted. Null: none. */
  readonly tenant: string | null;
  /** Whose key it is: the id of the principal, within its tenant. */
  readonly scope: string;
  /** As the client gave it. */
  readonly key: string;
  /** Of everything that makes the request what it is. */
  readonly requestHash: string;
  /** How long the request may take before another one takes its place. Default: a minute. */
  readonly lockMs?: number;
  /** How long the answer is kept. Default: a day. */
  readonly ttlMs?: number;
}

/** A request that is to be carried out, and then either completed or abandoned. */
export interface BegunRequest {
  readonly kind: 'new';
  /** Keeps the answer for those that repeat the request. False: another request has taken its place meanwhile. */
  complete(response: IdempotentResponse): Promise<boolean>;
  /** Nothing was done, so that the request can be repeated. */
  abandon(): Promise<void>;
}

export type IdempotencyAnswer = BegunRequest | Exclude<IdempotencyState, { readonly kind: 'new' }>;

const requestSchema = z.strictObject(
  {
    tenant: scopeField,
    scope: nameField,
    key: nameField,
    requestHash: text(64),
    lockMs: integer(1, DAY_MS).default(MINUTE_MS),
    ttlMs: integer(1, 365 * DAY_MS).default(DAY_MS),
  },
  schemaError('is not a request', '{ tenant, scope, key, requestHash, lockMs, ttlMs }'),
);

/** Lets a request with an idempotency key be carried out once, however often it is sent. */
export class Idempotency {
  static {
    checkArguments<Idempotency>(Idempotency, {
      begin: rejecting(AccessInvalid, argument('request', byItsSchema)),
    });
  }

  constructor(private readonly parts: Pick<AccessParts, 'access' | 'ids'>) {}

  async begin(request: IdempotentRequest): Promise<IdempotencyAnswer> {
    const { idempotency } = this.parts.access;
    const read = readInput({
      schema: requestSchema,
      value: request,
      error: AccessInvalid,
      subject: 'request',
      known: Object.keys(requestSchema.shape),
    });
    // Two tenants may have a principal of the same id.
    const scope = ownedName(read.tenant, read.scope);
    const hold = { scope, key: read.key, holder: this.parts.ids.next() };
    const state = await idempotency.begin({ ...read, ...hold });
    if (state.kind !== 'new') return state;
    return {
      kind: 'new',
      complete: (response) => idempotency.complete({ ...hold, response }),
      abandon: () => idempotency.abandon(hold),
    };
  }
}
