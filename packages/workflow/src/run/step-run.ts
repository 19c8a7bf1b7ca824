import type {
  HandledJob,
  JobContext,
  WorkflowGraph,
  WorkflowGraphStep,
  WorkflowPlace,
  WorkflowRun,
} from '@scheduler/contracts';
import type { WorkflowServices } from '@scheduler/core';
import type { StepCode, WorkflowDefinition } from '../declare/workflow-definition.js';
import type { Definitions } from './definitions.js';
import type { RunReader } from './run-reader.js';
import type { StepReader } from './step-reader.js';

/** What all steps of a program share. */
export interface StepRuntime {
  readonly services: WorkflowServices;
  readonly definitions: Definitions;
  readonly reader: RunReader;
  readonly outputLimit: number;
}

/** A step that is about to be carried out, with everything that was read for it. */
export interface StepRun {
  readonly runtime: StepRuntime;
  /** Knows what was read for this step ahead of its start. */
  readonly reader: StepReader;
  readonly job: HandledJob;
  readonly attempt: JobContext;
  readonly place: WorkflowPlace;
  readonly run: WorkflowRun;
  readonly graph: WorkflowGraph;
  readonly step: WorkflowGraphStep;
  readonly definition: WorkflowDefinition;
  readonly code: StepCode;
}
