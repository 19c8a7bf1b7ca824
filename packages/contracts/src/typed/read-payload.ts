import { PayloadInvalid } from '../errors/errors.js';
import type { JsonObject } from '../values/json.js';
import { askSchema, type StandardSchema } from './standard-schema.js';
import { upcastPayload, type VersionRules } from './payload-version.js';

export interface PayloadRules<TPayload> extends VersionRules {
  /** Null: the job has no payload. */
  readonly payload: StandardSchema<unknown, TPayload> | null;
}

/** What is stored, brought to the current version and read by the schema. */
export function readStored<TPayload>(
  rules: PayloadRules<TPayload>,
  payload: unknown,
  metadata: JsonObject,
): TPayload {
  return readPayload(rules, upcastPayload(rules, payload, metadata));
}

/** A payload of the current version, read by the schema. Throws PayloadInvalid with one issue for each thing that is wrong. */
export function readPayload<TPayload>(rules: PayloadRules<TPayload>, payload: unknown): TPayload {
  const { payload: schema, type } = rules;
  if (schema === null) return withoutPayload(type, payload) as TPayload;
  const answer = askSchema(schema, payload, { field: 'payload', owner: type });
  if (answer.kind === 'fits') return answer.value;
  throw new PayloadInvalid(answer.issues);
}

function withoutPayload(type: string, payload: unknown): null {
  if (payload === undefined || payload === null) return null;
  const problem = `is given, and ${type} is defined without one`;
  throw new PayloadInvalid({
    field: 'payload',
    value: payload,
    problem,
    accepted: 'none, or define the job with a schema',
  });
}
