import type { WorkflowStepKind } from '@scheduler/contracts';
import type { AnyStepOptions } from './step-options.js';
import type { StepCode } from './workflow-definition.js';

/** A step as it was written down, before it is checked: the one form that builders, decorators and lists of steps lead to. */
export interface DeclaredStep {
  readonly name: string;
  readonly kind: WorkflowStepKind;
  readonly options: AnyStepOptions;
  /** Its functions, without those that stand in the options. */
  readonly code: StepCode;
  /** How long a sleep lasts. Undefined: it is none, or its function says until when. */
  readonly sleepMs?: number;
}
