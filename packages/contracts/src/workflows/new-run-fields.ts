import type { JsonValue } from '../values/json.js';
import type { TraceContext } from '../values/trace-context.js';
import type { WorkflowGraph } from './workflow-graph.js';
import type { WorkflowAttributes } from './workflow-run.js';

export interface NewWorkflowRun {
  readonly id: string;
  readonly graph: WorkflowGraph;
  readonly graphHash: string;
  readonly tenant: string | null;
  readonly input: JsonValue;
  readonly attributes: WorkflowAttributes;
  /** Null: no workflow starts it. */
  readonly parent: { readonly runId: string; readonly step: string; readonly rootId: string } | null;
  /** Default: null. */
  readonly trace?: TraceContext | null;
}
