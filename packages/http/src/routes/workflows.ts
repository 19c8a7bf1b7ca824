import type { WorkflowRun } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson, jsonObject, optionalTime } from '../fields/json-fields.js';
import { commaList, idParams, instant, nameText, pageFields } from '../fields/query-fields.js';
import { snaked } from '../fields/snake-case.js';
import { jobSchema } from '../views/job-view.js';
import { shortChoice } from '../views/shortened.js';
import {
  runSchema,
  runView,
  shortState,
  stateSchema,
  stateView,
  WORKFLOW_STATUSES,
} from '../views/workflow-view.js';
import { answer, jobAnswer } from './answers.js';
import { type Answer, route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';
import { tenantField, tenantOf } from './tenant-of.js';
import { runsOf } from '../workflows/workflow-runs.js';

const shared = { tag: 'Workflows' } as const;
export const reads = { ...shared, method: 'GET', permission: 'workflows:read' } as const;
export const writes = { ...shared, method: 'POST', permission: 'workflows:write' } as const;

export function changedRun(status: number, run: WorkflowRun): Answer {
  const body = runView(run);
  const after = { status: body.status, round: body.round };
  return { status, body, audit: { object: { kind: 'workflow_run', id: run.id }, after } };
}

const startBody = z.strictObject({
  workflow: nameText,
  input: anyJson.optional(),
  id: nameText.optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  platform_id: tenantField.optional(),
});

const planSchema = z.strictObject({
  checked: z.int().meta({ description: 'How many runs have not ended.' }),
  stranded: z.array(
    z.strictObject({
      run_id: z.string(),
      workflow: z.string(),
      status: z.enum(WORKFLOW_STATUSES),
      steps: z.array(z.string()),
      rollbacks: z.array(z.string()),
    }),
  ),
});

export const WORKFLOW_ROUTES: readonly Route[] = [
  route({
    ...reads,
    path: '/workflows',
    operation: 'workflows.list',
    summary: 'The workflows that are defined in this program.',
    answers: {
      200: answer(
        'The workflows, by name.',
        z.array(
          z.strictObject({
            name: z.string(),
            graph_hash: z.string(),
            deadline_ms: z.number().nullable(),
            steps: z.array(z.strictObject({ name: z.string(), kind: z.string() })),
          }),
        ),
      ),
    },
    handle: async ({ node, principal }) => {
      const body = runsOf(node, principal)
        .listAll()
        .map(({ name, graphHash, deadlineMs, steps }) => ({
          name,
          graph_hash: graphHash,
          deadline_ms: deadlineMs,
          steps: steps.map((step) => ({ name: step.name, kind: step.kind })),
        }));
      return { status: 200, body };
    },
  }),
  route({
    ...reads,
    path: '/workflows/plan',
    operation: 'workflows.plan',
    summary: 'The runs that this build could not finish or undo. Ask a new build before it takes over.',
    answers: { 200: answer('The runs.', planSchema) },
    handle: async ({ node, principal }) => ({
      status: 200,
      body: snaked(await runsOf(node, principal).plan()),
    }),
  }),
  route({
    ...reads,
    path: '/workflow-runs',
    operation: 'workflowRuns.list',
    summary: 'Runs of workflows, the newest first.',
    query: z.strictObject({
      workflow: commaList(nameText).optional(),
      status: commaList(z.enum(WORKFLOW_STATUSES)).optional(),
      ...pageFields(50),
    }),
    answers: { 200: answer('A page.', z.strictObject({ items: z.array(runSchema), total: z.int() })) },
    handle: async ({ query: { workflow, status, limit, offset }, node, principal }) => {
      const query = { limit, offset, ...given({ names: workflow, statuses: status }) };
      const { items, total } = await runsOf(node, principal).list(query);
      return { status: 200, body: { items: items.map(runView), total } };
    },
  }),
  route({
    ...writes,
    path: '/workflow-runs',
    operation: 'workflowRuns.start',
    summary: 'Starts a run of a workflow. The same id and input again start nothing new.',
    body: startBody,
    answers: { 201: answer('The run.', runSchema) },
    handle: async ({ body, node, principal, services }) => {
      const { workflow, input, id, attributes, platform_id } = body;
      const tenant = tenantOf(principal, platform_id);
      await services.checkType(principal, `workflow:${workflow}`);
      const options = { ...given({ id, attributes }), ...(tenant === null ? {} : { tenant }) };
      return changedRun(201, await runsOf(node, principal).start(workflow, input, options));
    },
  }),
  route({
    ...writes,
    path: '/workflows/:workflow/schedule',
    operation: 'workflows.schedule',
    summary: 'Starts a run at an instant, by a job that can be seen and cancelled.',
    params: z.strictObject({ workflow: nameText }),
    body: z.strictObject({ at: instant, input: jsonObject.optional() }),
    answers: { 201: answer('The job.', jobSchema) },
    handle: async ({ params: { workflow }, body, node, principal, services }) => {
      await services.checkType(principal, `workflow:${workflow}`);
      const options = { at: body.at, ...given({ context: body.input }) };
      return jobAnswer(201, await runsOf(node, principal).scheduleExecution(workflow, options));
    },
  }),
  route({
    ...reads,
    path: '/workflow-runs/:id',
    operation: 'workflowRuns.get',
    summary: 'A run with the states of its steps.',
    params: idParams,
    query: shortChoice,
    answers: { 200: answer('The run.', stateSchema) },
    handle: async ({ params, query, node, principal }) => ({
      status: 200,
      body: stateView(await runsOf(node, principal).getState(params.id)),
      ...(query.data === 'short' ? { shorten: shortState } : {}),
    }),
  }),
  route({
    ...reads,
    path: '/workflow-runs/:id/graph',
    operation: 'workflowRuns.graph',
    summary: 'A flowchart of a run with the states of its steps.',
    params: idParams,
    query: z.strictObject({ format: z.enum(['mermaid', 'dot']).default('mermaid') }),
    answers: { 200: answer('The flowchart.', z.strictObject({ format: z.string(), graph: z.string() })) },
    handle: async ({ params, query: { format }, node, principal }) => {
      const runs = runsOf(node, principal);
      // Asked for by its id alone: a name would be that of a workflow.
      const { run } = await runs.getState(params.id);
      const graph = format === 'dot' ? await runs.toDot(run.id) : await runs.toMermaid(run.id);
      return { status: 200, body: { format, graph } };
    },
  }),
  route({
    ...reads,
    path: '/workflow-runs/:id/steps/:step/why',
    operation: 'workflowRuns.why',
    summary: 'What a step waits for, and since when.',
    params: z.strictObject({ id: nameText, step: nameText }),
    answers: {
      200: answer(
        'The explanation.',
        z.strictObject({
          run_id: z.string(),
          step: z.string(),
          status: z.string(),
          reason: z.string(),
          waits_for: z.array(z.string()),
          since: optionalTime,
        }),
      ),
    },
    handle: async ({ params, node, principal }) => ({
      status: 200,
      body: snaked(await runsOf(node, principal).why(params.id, params.step)),
    }),
  }),
];
