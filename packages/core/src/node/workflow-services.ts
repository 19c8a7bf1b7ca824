import { createRedact } from '../support/redaction/redact.js';
import type { NodeParts } from './node-parts.js';
import type { WiredNode } from './wire-node.js';
import type { WorkflowServices } from './workflow-engine.js';

/** What the workflows of a program use of their node. Throws FeatureNotSupported where the store keeps no runs. */
export function workflowServices(
  { config, clock, ids, handlers, redact }: NodeParts,
  { ports, runs, quotas, storeTime, tracing }: WiredNode,
  node: Pick<WorkflowServices, 'scheduler' | 'admit'>,
): WorkflowServices {
  ports.require('workflows');
  return {
    runs,
    quotas,
    config,
    clock,
    storeTime,
    ids,
    handlers,
    redact: redact ?? createRedact(),
    tracing,
    ...node,
  };
}
