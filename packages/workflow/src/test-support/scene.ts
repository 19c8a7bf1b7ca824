import { type JobHandler, silentLogger, type WorkflowRun } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, type SchedulerNodeOptions } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SequentialIds, SettableClock } from '@scheduler/testing';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';
import { createWorkflows, type WorkflowsOptions } from '../runtime/create-workflows.js';
import type { Workflows } from '../runtime/workflows.js';

export const START = '2030-01-01T00:00:00Z';

export interface Scene {
  readonly clock: SettableClock;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly workflows: Workflows;
  readonly node: SchedulerNode;
  /** Runs everything that can run now, and lets no time pass. */
  settle(): Promise<void>;
  /** What a step of a run returned. */
  output(run: WorkflowRun, step: string): Promise<unknown>;
}

export interface SceneOptions extends Partial<
  Omit<SchedulerNodeOptions, 'store' | 'workflows' | 'handlers'>
> {
  readonly definitions: readonly WorkflowDefinition[];
  readonly outputLimit?: number;
  readonly handlers?: readonly JobHandler[];
  /** Another scene, whose store and clock this one shares. */
  readonly beside?: Pick<Scene, 'clock' | 'store'>;
}

const scenes: SchedulerNode[] = [];

/** A started node with workflows, on a store in memory and a clock that stands still. */
export async function scene({ definitions, outputLimit, beside, ...options }: SceneOptions): Promise<Scene> {
  const clock = beside?.clock ?? new SettableClock(START);
  const store = beside?.store ?? createMemoryStore({ clock });
  const settings: WorkflowsOptions = { definitions, ...(outputLimit === undefined ? {} : { outputLimit }) };
  const workflows = createWorkflows(settings);
  const node = createSchedulerNode({
    store,
    clock,
    ids: new SequentialIds(),
    logger: silentLogger,
    ...options,
    workflows,
  });
  scenes.push(node);
  await node.start();
  const output = async ({ steps }: WorkflowRun, step: string) => {
    const found = await store.workflows?.executions({ ids: [steps[step]?.executionId ?? ''] });
    return found?.[0]?.output;
  };
  return { clock, store, workflows, node, output, settle: () => clock.advance(0) };
}

/** Stops the nodes of all scenes. */
export async function stopScenes(): Promise<void> {
  await Promise.all(scenes.splice(0).map((node) => node.stop()));
}
