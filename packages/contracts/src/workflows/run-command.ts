import type { Execution } from '../executions/execution.js';
import type { JsonObject, JsonValue } from '../values/json.js';
import type { WorkflowPlace } from '../executions/workflow-place.js';
import type { WorkflowStatus } from './workflow-run.js';

/** What somebody may want of a run. */
export type WorkflowCommand =
  | { readonly kind: 'pause' }
  /** The context is added to the input that later steps see. */
  | { readonly kind: 'resume'; readonly context: JsonObject }
  | { readonly kind: 'cancel'; readonly reason: string; readonly rollback: boolean }
  | {
      readonly kind: 'decide';
      readonly step: string;
      readonly approved: boolean;
      readonly by: string | null;
      readonly data: JsonValue;
    }
  | { readonly kind: 'signal'; readonly name: string; readonly key: string; readonly data: JsonValue }
  /** Steps null: those that failed or were cancelled. */
  | { readonly kind: 'retry'; readonly steps: readonly string[] | null }
  | { readonly kind: 'resume_compensation' };

/** Everything that changes a run. What is not a WorkflowCommand comes from stores and from the steps themselves. */
export type RunCommand =
  | WorkflowCommand
  /** Executions of the run have ended. */
  | { readonly kind: 'arrive'; readonly executions: readonly Execution[] }
  /** A map adds the next items of its list, which begin at `from`. */
  | {
      readonly kind: 'add_children';
      readonly step: string;
      readonly phase: WorkflowPlace['phase'];
      /** The execution of the map, which adds them. */
      readonly executionId: string;
      readonly from: number;
      readonly payloads: readonly JsonValue[];
    }
  | {
      readonly kind: 'child_ended';
      readonly step: string;
      readonly runId: string;
      /** Null: it was never started, and never will be. */
      readonly status: WorkflowStatus | null;
    }
  /** The workflow that started the run stops. `replyTo`: the step that has to be told if the run was never started. */
  | {
      readonly kind: 'stop_with_parent';
      readonly reason: string;
      readonly rollback: boolean;
      readonly replyTo?: { readonly runId: string; readonly step: string };
    }
  /** The workflow that started the run undoes what was done. */
  | { readonly kind: 'compensate'; readonly reason: string };
