import { z } from 'zod';
import { anyJson, jsonObject } from '../fields/json-fields.js';
import { idParams, nameText, plainText } from '../fields/query-fields.js';
import { runSchema } from '../views/workflow-view.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';
import { changedRun, writes } from './workflows.js';
import { runsOf } from '../workflows/workflow-runs.js';

const LONGEST_REASON = 1_000;
const answers = { 200: answer('The run.', runSchema) };
const shared = { ...writes, params: idParams, answers, bodyRequired: false } as const;
const decision = {
  ...writes,
  params: z.strictObject({ id: nameText, step: nameText }),
  answers,
  bodyRequired: false,
};

export const WORKFLOW_CHANGE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    path: '/workflow-runs/:id/pause',
    operation: 'workflowRuns.pause',
    summary: 'Lets nothing new of a run start; what runs ends.',
    handle: async ({ params, node, principal }) =>
      changedRun(200, await runsOf(node, principal).pause(params.id)),
  }),
  route({
    ...shared,
    path: '/workflow-runs/:id/resume',
    operation: 'workflowRuns.resume',
    summary: 'Lets a paused run go on; the context is added to the input that later steps see.',
    body: z.strictObject({ context: jsonObject.optional() }),
    handle: async ({ params, body, node, principal }) =>
      changedRun(200, await runsOf(node, principal).resume(params.id, given(body))),
  }),
  route({
    ...shared,
    path: '/workflow-runs/:id/cancel',
    operation: 'workflowRuns.cancel',
    summary: 'Cancels a run; with rollback, what was done is undone.',
    body: z.strictObject({ reason: plainText(LONGEST_REASON).optional(), rollback: z.boolean().optional() }),
    handle: async ({ params, body, node, principal }) =>
      changedRun(200, await runsOf(node, principal).cancel(params.id, given(body))),
  }),
  route({
    ...shared,
    path: '/workflow-runs/:id/retry',
    operation: 'workflowRuns.retry',
    summary: 'Lets a run that has ended go on from its failed steps, or from the given ones.',
    body: z.strictObject({ steps: z.array(nameText).min(1).max(100).optional() }),
    handle: async ({ params, body, node, principal }) =>
      changedRun(200, await runsOf(node, principal).retryFrom(params.id, body.steps)),
  }),
  route({
    ...shared,
    path: '/workflow-runs/:id/resume-compensation',
    operation: 'workflowRuns.resumeCompensation',
    summary: 'Tries the rollbacks again that have failed for good.',
    handle: async ({ params, node, principal }) =>
      changedRun(200, await runsOf(node, principal).resumeCompensation(params.id)),
  }),
  route({
    ...shared,
    path: '/workflow-runs/:id/signal',
    operation: 'workflowRuns.signal',
    summary: 'Sends a signal to a run. A second signal with the same key is the same signal.',
    body: z.strictObject({ name: nameText, data: anyJson.optional(), key: nameText.optional() }),
    bodyRequired: true,
    handle: async ({ params, body: { name, ...options }, node, principal }) =>
      changedRun(200, await runsOf(node, principal).signal(params.id, name, given(options))),
  }),
  route({
    ...decision,
    path: '/workflow-runs/:id/steps/:step/approve',
    operation: 'workflowRuns.approve',
    summary: 'Approves a step that waits for it. Who approved is the principal.',
    body: z.strictObject({ data: anyJson.optional() }),
    handle: async ({ params: { id, step }, body, node, principal }) =>
      changedRun(200, await runsOf(node, principal).approve(id, step, { by: principal.id, ...given(body) })),
  }),
  route({
    ...decision,
    path: '/workflow-runs/:id/steps/:step/reject',
    operation: 'workflowRuns.reject',
    summary: 'Rejects a step that waits for an approval.',
    body: z.strictObject({ data: anyJson.optional() }),
    handle: async ({ params: { id, step }, body, node, principal }) =>
      changedRun(200, await runsOf(node, principal).reject(id, step, { by: principal.id, ...given(body) })),
  }),
];
