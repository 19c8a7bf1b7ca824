import { PayloadInvalid } from '../errors/errors.js';
import type { JsonObject } from '../values/json.js';
import { validateWith, type StandardSchema } from './standard-schema.js';
import { upcastPayload, type VersionRules } from './payload-version.js';

export interface PayloadRules<TPayload> extends VersionRules {
  /** Null: the job has no payload. */
  readonly payload: StandardSchema<unknown, TPayload> | null;
}

/** Reads a stored payload, converted to the current version. */
export function readStored<TPayload>(
  rules: PayloadRules<TPayload>,
  payload: unknown,
  metadata: JsonObject,
): TPayload {
  return readPayload(rules, upcastPayload(rules, payload, metadata));
}

/** Reads a payload of the current version by its schema. Throws PayloadInvalid with one issue for each problem. */
export function readPayload<TPayload>(rules: PayloadRules<TPayload>, payload: unknown): TPayload {
  const { payload: schema, type } = rules;
  if (schema === null) return withoutPayload(type, payload) as TPayload;
  const answer = validateWith(schema, payload, { field: 'payload', owner: type });
  if (answer.kind === 'fits') return answer.value;
  throw new PayloadInvalid(answer.issues);
}

function withoutPayload(type: string, payload: unknown): null {
  // `scheduleOnce` and the REST API store an empty object where no payload is given.
  const isNone = payload === undefined || payload === null || JSON.stringify(payload) === '{}';
  if (isNone) return null;
  const problem = `is given, but ${type} is defined without a payload`;
  throw new PayloadInvalid({
    field: 'payload',
    value: payload,
    problem,
    accepted: 'none, or define the job with a schema',
  });
}
