import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerConfigInput, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { createWorkflows, type WorkflowDefinition } from '@scheduler/workflow';
import type { Scene } from './scene.js';

/** Another build of the application on the store of a scene. Definitions null: it gives no workflows to its node. */
export function anotherBuild(
  { store, clock }: Scene,
  definitions: readonly WorkflowDefinition[] | null,
  config: SchedulerConfigInput = {},
) {
  const workflows = definitions === null ? {} : { workflows: createWorkflows({ definitions }) };
  return { node: createSchedulerNode({ store, clock, config, logger: silentLogger, ...workflows }) };
}

/** An application on a store that keeps no runs of workflows. */
export function buildWithoutWorkflows() {
  const clock = new SystemClock();
  const store = { ...createMemoryStore({ clock }), workflows: null };
  return { node: createSchedulerNode({ store, clock, logger: silentLogger }) };
}
