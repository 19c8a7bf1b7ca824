import { type Exclusions, hasInstants, type Trigger } from '@scheduler/contracts';
import { z } from 'zod';
import { exclusionsInput } from '../fields/job-input.js';
import { isoOf, optionalTime, time } from '../fields/json-fields.js';
import { commaList, idParams, instant, nameText, wholeNumber } from '../fields/query-fields.js';
import { snaked } from '../fields/snake-case.js';
import { triggerInput } from '../fields/trigger-input.js';
import { forecastSchema, forecastView } from '../views/forecast-view.js';
import { jobSchema, jobView } from '../views/job-view.js';
import { triggerSchema, triggerView } from '../views/trigger-view.js';
import { answer } from './answers.js';
import { type Call, route, type Route } from '../declare/route.js';

const shared = { tag: 'Plans' } as const;
const MOST_RUNS = 1_000;
const DAY_MS = 86_400_000;
/** A forecast is computed without a pause, while other requests wait. */
const MOST_FORESEEN = 50_000;

const previewSchema = z.strictObject({
  trigger: triggerSchema,
  when: z.string(),
  runs: z.array(
    z.strictObject({
      kind: z.enum(['run', 'skipped']),
      at: time,
      local: z.string(),
      note: z.string().nullable(),
    }),
  ),
});

interface Previewed {
  readonly trigger: Trigger;
  readonly exclusions: Exclusions | null;
  readonly anchor: Date;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly from: Date;
  readonly count: number;
}

function preview({ node }: Pick<Call, 'node'>, request: Previewed) {
  const { trigger, exclusions } = request;
  const runs = hasInstants(trigger) && trigger.kind !== 'now' ? node.recurrence.preview(request) : [];
  const when = node.recurrence.describe(trigger, exclusions);
  return { trigger: triggerView(trigger), when, runs: snaked(runs) };
}

const explanationSchema = z.strictObject({
  job: jobSchema,
  now: z.array(z.string()),
  occurrences: z.array(
    z.strictObject({
      at: time,
      kind: z.string(),
      why: z.string(),
      execution_id: z.string().nullable(),
      count: z.int(),
    }),
  ),
});

const planSchema = z.strictObject({
  at: time,
  application: z.string(),
  has_differences: z.boolean(),
  entries: z.array(
    z.strictObject({
      action: z.enum(['insert', 'update', 'keep', 'orphan']),
      name: z.string(),
      platform_id: z.string().nullable(),
      job_id: z.string().nullable(),
      trigger: triggerSchema,
      changes: z.array(z.looseObject({ field: z.string() })),
      next_run_before: optionalTime,
      next_run_after: optionalTime,
      steps: z.array(z.string()),
      changed_by_hand: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  applied: z.array(z.string()).nullable(),
});

type Plan = Awaited<ReturnType<Call['node']['declared']['plan']>>;

function planView(plan: Plan, applied: readonly string[] | null): z.infer<typeof planSchema> {
  return {
    at: isoOf(plan.at),
    application: plan.application,
    has_differences: plan.hasDifferences,
    entries: plan.entries.map((entry) => ({
      action: entry.action,
      name: entry.name,
      platform_id: entry.tenant,
      job_id: entry.jobId,
      trigger: triggerView(entry.trigger),
      changes: entry.changes.map((change) => ({ ...change })),
      next_run_before: isoOf(entry.nextRunBefore),
      next_run_after: isoOf(entry.nextRunAfter),
      steps: [...entry.steps],
      changed_by_hand: entry.changedByHand,
      note: entry.note,
    })),
    applied: applied === null ? null : [...applied],
  };
}

export const PLAN_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/jobs/:id/explain',
    permission: 'jobs:read',
    operation: 'jobs.explain',
    summary: 'Why a job did or did not run, occurrence by occurrence.',
    params: idParams,
    query: z.strictObject({ limit: wholeNumber(1, 1_000).default(50) }),
    answers: { 200: answer('The explanation.', explanationSchema) },
    handle: async ({ params, query, node, principal: { tenant } }) => {
      const { job, now, occurrences } = await node.explain(params.id, {
        limit: query.limit,
        ...(tenant === null ? {} : { tenant }),
      });
      return { status: 200, body: { job: jobView(job), now: [...now], occurrences: snaked(occurrences) } };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/jobs/:id/preview',
    permission: 'jobs:read',
    operation: 'jobs.preview',
    summary: 'The next runs of a job, with remarks on daylight saving and exclusions.',
    params: idParams,
    query: z.strictObject({ count: wholeNumber(1, MOST_RUNS).default(10), from: instant.optional() }),
    answers: { 200: answer('The runs.', previewSchema) },
    handle: async ({ params, query, scheduler, node }) => {
      const { trigger, exclusions, startAt, endAt, createdAt } = await scheduler.get(params.id);
      const from = query.from ?? node.clock.now();
      const anchor = startAt ?? createdAt;
      const request = { trigger, exclusions, startAt, endAt, anchor, from, count: query.count };
      return { status: 200, body: preview({ node }, request) };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/preview',
    permission: 'jobs:read',
    writes: false,
    operation: 'plans.preview',
    summary: 'The runs that a trigger would have, before a job is created.',
    body: z.strictObject({
      trigger: triggerInput,
      exclusions: exclusionsInput.optional(),
      count: z.int().min(1).max(MOST_RUNS).default(10),
      from: instant.optional(),
    }),
    answers: { 200: answer('The runs.', previewSchema) },
    handle: async ({ body, node }) => {
      const from = body.from ?? node.clock.now();
      const { trigger, exclusions } = complete(body.trigger, body.exclusions);
      const request = {
        trigger,
        exclusions,
        anchor: from,
        startAt: null,
        endAt: null,
        from,
        count: body.count,
      };
      return { status: 200, body: preview({ node }, request) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/forecast',
    permission: 'jobs:read',
    operation: 'plans.forecast',
    summary:
      'What will run hour by hour, and where runs collide. Default: the next seven days, or less where there are more than 50,000 runs.',
    query: z.strictObject({ until: instant.optional(), queues: commaList(nameText).optional() }),
    answers: {
      200: answer('The forecast.', forecastSchema),
    },
    handle: async ({ query, node, principal: { tenant } }) => {
      const until = query.until ?? new Date(node.clock.now().getTime() + 7 * DAY_MS);
      const forecast = await node.forecast({
        until,
        limit: MOST_FORESEEN,
        ...(query.queues === undefined ? {} : { queues: query.queues }),
        ...(tenant === null ? {} : { tenant }),
      });
      return { status: 200, body: forecastView(forecast) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/plan',
    permission: 'jobs:read',
    tenants: 'all',
    operation: 'plans.get',
    summary: 'How the jobs that the application declares and those that are stored differ.',
    answers: { 200: answer('The plan.', planSchema) },
    handle: async ({ node }) => ({ status: 200, body: planView(await node.declared.plan(), null) }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/plan/apply',
    permission: 'jobs:write',
    tenants: 'all',
    operation: 'plans.apply',
    summary: 'Brings the stored jobs in line with the declared ones.',
    body: z.strictObject({ adopt: z.boolean().default(false) }),
    bodyRequired: false,
    answers: { 200: answer('The plan, and what was applied of it.', planSchema) },
    handle: async ({ body, node }) => {
      const { plan, applied } = await node.declared.reconcile({ adopt: body.adopt });
      const view = planView(
        plan,
        applied.map(({ name }) => name),
      );
      return { status: 200, body: view, audit: { after: { applied: view.applied } } };
    },
  }),
];

/** A trigger and exclusions with their defaults, which a stored job would get from the scheduler. */
function complete(
  trigger: Trigger,
  exclusions: z.output<typeof exclusionsInput> | undefined,
): { readonly trigger: Trigger; readonly exclusions: Exclusions | null } {
  const zoned = {
    zone: 'UTC',
    ...trigger,
    dst: { gap: 'after', repeat: 'first', ...('dst' in trigger ? trigger.dst : {}) },
  };
  const calendar = {
    every: 1,
    weekdays: [],
    month: null,
    dayOfMonth: null,
    nthWeekday: null,
    overflow: 'clamp',
  };
  const anchored = { anchor: null };
  const completed: Record<Trigger['kind'], object> = {
    once: trigger,
    now: trigger,
    event: trigger,
    reboot: trigger,
    cron: zoned,
    every: { ...anchored, ...trigger },
    rrule: { ...anchored, ...zoned },
    calendar: { ...calendar, ...anchored, ...zoned },
  };
  const { dates = [], hours = [], calendar: name = null, shift = 'skip' } = exclusions ?? {};
  const everyDay = hours.map((entry) => ({ weekdays: [], ...entry }));
  return {
    trigger: completed[trigger.kind] as Trigger,
    exclusions: exclusions === undefined ? null : { dates, hours: everyDay, calendar: name, shift },
  };
}
