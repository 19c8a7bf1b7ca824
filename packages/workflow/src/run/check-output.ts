import { type JsonValue, WorkflowInvalid } from '@scheduler/contracts';
import { toJsonValue } from '@scheduler/core';

export interface OutputRule {
  readonly workflow: string;
  readonly step: string;
  /** In bytes of JSON. */
  readonly limit: number;
}

/** The output of a step as JSON. Throws WorkflowInvalid, with the names of workflow and step, for what is not JSON or too large. */
export function checkedOutput(output: unknown, { workflow, step, limit }: OutputRule): JsonValue {
  const field = `output of step ${step} of workflow ${workflow}`;
  const json = toJsonValue(output, field, WorkflowInvalid);
  const bytes = Buffer.byteLength(JSON.stringify(json));
  if (bytes <= limit) return json;
  throw new WorkflowInvalid({
    field,
    value: undefined,
    problem: `is too big (${bytes} bytes)`,
    accepted: `JSON of at most ${limit} bytes: store the data elsewhere and return where it is`,
  });
}
