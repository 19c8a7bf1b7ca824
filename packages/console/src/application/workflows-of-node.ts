import type { SchedulerNode, WorkflowEngine } from '@scheduler/core';
import type { Workflows } from '@scheduler/workflow';

const attached = new WeakMap<SchedulerNode, Workflows>();

/**
 * The workflows of an application. Where it gave none to its node, they are workflows without definitions, by which stored runs can be looked
 * after although their code is elsewhere. Throws FeatureNotSupported where the store keeps no workflows.
 */
export async function workflowsOfNode(node: SchedulerNode): Promise<Workflows> {
  const { engine } = node.workflows;
  if (isWorkflows(engine)) return engine;
  const known = attached.get(node);
  if (known !== undefined) return known;
  const services = node.workflows.services();
  // Loaded only where it is needed: every run by cron pays for what is loaded.
  const { createWorkflows } = await import('@scheduler/workflow');
  const workflows = createWorkflows({ definitions: [] });
  workflows.attach(services);
  attached.set(node, workflows);
  return workflows;
}

/** By its shape, because the application may have another copy of the package. */
export function isWorkflows(engine: WorkflowEngine | null): engine is Workflows {
  return engine !== null && 'getState' in engine && 'listAll' in engine;
}
