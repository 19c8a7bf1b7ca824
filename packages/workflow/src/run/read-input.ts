import { FeatureNotSupported, type JsonObject, type JsonValue, WorkflowInvalid } from '@scheduler/contracts';
import { isPlainObject, validateWith } from '@scheduler/contracts/adapter';
import { toJsonValue } from '@scheduler/core';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';

type Definition = Pick<WorkflowDefinition, 'name' | 'input'>;

/** The input as it is stored: JSON that the schema accepts. Throws WorkflowInvalid. */
export function storedInput(definition: Definition, input: unknown, field = 'input'): JsonValue {
  const json = toJsonValue(input, `${field} of ${definition.name}`, WorkflowInvalid);
  readInput(definition, json);
  return json;
}

/**
 * The input as steps see it: what the schema makes of the stored one. What `resume` has added stays, although a schema leaves out keys that
 * it does not know.
 */
export function readInput({ name, input: schema }: Definition, stored: JsonValue): unknown {
  if (schema === null) return stored;
  const answer = validated(schema, name, stored);
  if (answer.kind === 'refused') throw new WorkflowInvalid(answer.issues);
  const { value } = answer;
  if (!isPlainObject(value) || !isPlainObject(stored)) return value;
  const known = value as JsonObject;
  const added = Object.entries(stored).filter(([key]) => !Object.hasOwn(known, key));
  return added.length === 0 ? known : { ...Object.fromEntries(added), ...known };
}

function validated(schema: NonNullable<Definition['input']>, name: string, stored: JsonValue) {
  try {
    return validateWith(schema, stored, { field: 'input', owner: name });
  } catch (error) {
    if (!(error instanceof FeatureNotSupported)) throw error;
    throw new FeatureNotSupported(
      `an asynchronous schema (input of ${name})`,
      'workflows',
      'use only synchronous rules, and do asynchronous checks in a step',
    );
  }
}
