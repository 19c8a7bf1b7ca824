import type {
  Clock,
  Execution,
  IdGenerator,
  JobHandler,
  ScheduleDefinition,
  Scheduler,
  WorkflowDispatcher,
} from '@scheduler/contracts';
import type { AdvancedRuns, StoreTime, WorkflowRepository } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { TenantQuotas } from '../policies/quotas/tenant-quotas.js';
import type { NodeTracing } from '../signals/tracing/node-tracing.js';
import type { Redact } from '../support/redaction/redact.js';
import type { HandlerRegistry } from '../execute/handlers/handler-registry.js';

/** What the workflows of a program use of the node that they are given to. */
export interface WorkflowServices {
  readonly runs: WorkflowRepository;
  /** Holds what tenants may have at most, where somebody asks for a run. */
  readonly quotas: Pick<TenantQuotas, 'addRun'>;
  readonly scheduler: Scheduler;
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  /** The time of the store, as far as the node knows it. */
  readonly storeTime: Pick<StoreTime, 'now'>;
  readonly ids: IdGenerator;
  /** Finds the handlers of jobs, agents and workflows that are steps. */
  readonly handlers: Pick<HandlerRegistry, 'resolveHandler' | 'supports'>;
  readonly redact: Redact;
  /** The contexts that runs are started in. */
  readonly tracing: Pick<NodeTracing, 'current' | 'send'>;
  /** Opens the node for a call if that is safe. Rejects with ShuttingDown after its stop. */
  admit(operation: string): Promise<void>;
}

/** The workflows of a program, as the node sees them: handlers of their steps, something that starts them, and their schedules. */
export interface WorkflowEngine {
  readonly handlers: Iterable<JobHandler>;
  /** Starts workflows for jobs and events. */
  readonly dispatcher: WorkflowDispatcher;
  /** The jobs that start workflows by their schedules, declared like `jobs` of the node. Null: no workflow has a schedule. */
  readonly jobs: readonly ScheduleDefinition[] | null;
  /** Called once, when the node is created. */
  attach(services: WorkflowServices): void;
  /**
   * Called with steps that this node has claimed, before any of them starts, so that what they need can be read for all of them together.
   * Missing: each step reads by itself.
   */
  claimed?(steps: readonly Execution[]): void;
  /** Called with a step that this node has settled, once that is stored. Missing: nobody wants to know. */
  settled?(step: Execution): void;
  /**
   * Called after this process has changed runs, as soon as that is stored and before anybody learns of the executions that they have released.
   * What it gets may be the store's own. Missing: nobody wants to know.
   */
  advanced?(advanced: AdvancedRuns): void;
}

/** Whether it is more than something that starts workflows elsewhere. */
export function isWorkflowEngine(
  workflows: WorkflowDispatcher | WorkflowEngine | undefined,
): workflows is WorkflowEngine {
  return workflows !== undefined && 'attach' in workflows && typeof workflows.attach === 'function';
}

/** Tells workflows which of the executions that were claimed are their steps. */
export function stepsClaimed(workflows: WorkflowEngine | undefined): (claimed: readonly Execution[]) => void {
  if (workflows?.claimed === undefined) return () => undefined;
  return (claimed) => {
    const steps = claimed.filter(({ workflow }) => workflow !== null);
    if (steps.length > 0) workflows.claimed?.(steps);
  };
}

/** Tells workflows which of the executions that were settled are their steps, before `next` is told of all of them. */
export function stepSettled(
  workflows: WorkflowEngine | undefined,
  next: (settled: Execution) => void,
): (settled: Execution) => void {
  if (workflows?.settled === undefined) return next;
  return (settled) => {
    if (settled.workflow !== null) workflows.settled?.(settled);
    next(settled);
  };
}
