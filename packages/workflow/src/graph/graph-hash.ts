import { createHash } from 'node:crypto';
import type { JsonValue, WorkflowGraph } from '@scheduler/contracts';
import { stableJson } from '@scheduler/core';

/** The same for equal graphs, in whatever order their keys are. */
export function graphHash(graph: WorkflowGraph): string {
  return createHash('sha256')
    .update(stableJson(graph as unknown as JsonValue))
    .digest('hex');
}
