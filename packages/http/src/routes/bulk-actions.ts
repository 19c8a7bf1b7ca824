import type { JsonObject } from '@scheduler/contracts';
import { requirePermission } from '@scheduler/core';
import { z } from 'zod';
import { type Call, type Answer, route, type Route } from '../declare/route.js';
import { refuseHiddenSearch } from '../fields/payload-match.js';
import { idParams } from '../fields/query-fields.js';
import { bulkActionSchema, bulkActionView, dryRunSchema } from '../views/bulk-action-view.js';
import { answer } from './answers.js';
import {
  type BulkRows,
  DEAD_LETTER_ACTIONS,
  deadLetterFilter,
  EXECUTION_ACTIONS,
  executionFilter,
  itemBodyOf,
  itemRouteOf,
  JOB_ACTIONS,
  jobFilter,
  readPermissionOf,
  rowsOfDeadLetters,
  rowsOfExecutions,
  rowsOfJobs,
} from './bulk-targets.js';
import { reasonBody } from './pause-and-resume.js';
import { schedulerOf, tenantOf } from './tenant-of.js';

const SAMPLE = 10;
const MOST_LISTED = 100;

const common = { ...reasonBody.shape, dry_run: z.boolean().default(false) };
const bulkBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(EXECUTION_ACTIONS), filter: executionFilter, ...common }),
  z.strictObject({ action: z.enum(DEAD_LETTER_ACTIONS), filter: deadLetterFilter, ...common }),
  z.strictObject({ action: z.enum(JOB_ACTIONS), filter: jobFilter, ...common }),
]);

type BulkBody = z.output<typeof bulkBody>;
type BulkCall = Call<unknown, unknown, BulkBody>;

function rowsOf(call: BulkCall): BulkRows {
  const { body } = call;
  const scheduler = schedulerOf(call, body.filter.platform_id);
  switch (body.action) {
    case 'executions.retry':
    case 'executions.cancel':
      return rowsOfExecutions(scheduler, body.action, body.filter);
    case 'deadLetters.retry':
    case 'deadLetters.delete':
      return rowsOfDeadLetters(scheduler, body.filter);
    default:
      return rowsOfJobs(scheduler, body.action, body.filter);
  }
}

async function dryRun({ body: { action }, services, principal }: BulkCall, rows: BulkRows): Promise<Answer> {
  return services.bulkActions.counted(principal, async () => {
    const [matched, sample] = [await rows.count(), await rows.sample(SAMPLE)];
    return { status: 200, body: { dry_run: true, action, matched, sample }, audit: null };
  });
}

async function begin(call: BulkCall, rows: BulkRows): Promise<Answer> {
  const { body, principal, services, items, requestId } = call;
  const { action, reason } = body;
  const tenant = tenantOf(principal, body.filter.platform_id);
  const item = { body: itemBodyOf(action, reason), tenant, reason: reason ?? null };
  const begun = await services.bulkActions.begin(
    {
      action,
      filter: JSON.parse(JSON.stringify(body.filter)) as JsonObject,
      principal,
      tenant,
      reason: reason ?? null,
      requestId,
      ids: () => rows.ids(),
      carryOut: (id) => items.call(itemRouteOf(action), { ...item, params: { id } }),
    },
    () => rows.count(),
  );
  const view = bulkActionView(begun);
  return {
    status: 202,
    body: view,
    headers: { location: `${services.basePath}/bulk-actions/${begun.id}` },
    audit: {
      object: { kind: 'bulk_action', id: begun.id },
      after: { action, filter: view.filter, matched: view.matched, platform_id: tenant },
      reason,
    },
  };
}

const shared = { tag: 'Bulk actions' } as const;

export const BULK_ACTION_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'POST',
    path: '/bulk-actions',
    permission: 'bulk:write',
    operation: 'bulkActions.create',
    summary:
      'Carries out an action for every row that matches a filter, each as a single write would. A dry run only counts them.',
    body: bulkBody,
    answers: {
      200: answer('How many rows match, for a dry run.', dryRunSchema),
      202: answer('The action, which has begun.', bulkActionSchema),
    },
    handle: async (call) => {
      const { action, dry_run } = call.body;
      call.items.admit(itemRouteOf(action));
      requirePermission(call.principal, readPermissionOf(action));
      if ('payload' in call.body.filter) refuseHiddenSearch(call, call.body.filter.payload);
      const rows = rowsOf(call);
      return dry_run ? dryRun(call, rows) : begin(call, rows);
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/bulk-actions',
    permission: 'bulk:read',
    operation: 'bulkActions.list',
    summary: 'The latest bulk actions that this node has begun, the newest first.',
    answers: { 200: answer('The actions.', z.array(bulkActionSchema)) },
    handle: async ({ principal, services }) => ({
      status: 200,
      body: services.bulkActions.list(principal).slice(0, MOST_LISTED).map(bulkActionView),
    }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/bulk-actions/:id',
    permission: 'bulk:read',
    operation: 'bulkActions.get',
    summary: 'How far a bulk action is, and what failed. It is known on the node that has begun it.',
    params: idParams,
    answers: { 200: answer('The action.', bulkActionSchema) },
    handle: async ({ params, principal, services }) => ({
      status: 200,
      body: bulkActionView(services.bulkActions.get(params.id, principal)),
    }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/bulk-actions/:id/cancel',
    permission: 'bulk:write',
    operation: 'bulkActions.cancel',
    summary: 'Ends a bulk action after its present row. What was done stays done.',
    params: idParams,
    answers: { 200: answer('The action.', bulkActionSchema) },
    handle: async ({ params, principal, services }) => {
      const action = services.bulkActions.get(params.id, principal);
      action.progress.stop('cancelled');
      const view = bulkActionView(action);
      const after = { action: view.action, state: view.state, platform_id: view.platform_id };
      return { status: 200, body: view, audit: { object: { kind: 'bulk_action', id: view.id }, after } };
    },
  }),
];
