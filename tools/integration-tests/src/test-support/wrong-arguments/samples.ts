import { trigger } from '@scheduler/contracts';
import { defineWorkflow } from '@scheduler/workflow';
import type { PublicMethod } from './public-methods.js';

/** What exists in the store while methods are called with wrong arguments. */
export interface Existing {
  readonly job: string;
  readonly executionId: string;
  readonly deadLetter: string;
  readonly eventHandler: string;
  /** A run of the workflow WORKFLOW. */
  readonly run: string;
}

/** A workflow that waits for an approval after its first step. */
export const WORKFLOW = defineWorkflow<{ readonly n?: number }>('known-workflow', {}, (w) => {
  const first = w.step('first', () => 1);
  w.approval('approved', { after: first });
});

export const QUEUE = 'default';
const LATER = new Date('2031-01-01T00:00:00Z');
const AUDIT_ENTRY = {
  tenant: null,
  principal: { id: 'ada', kind: 'application' },
  action: 'jobs:write',
  operation: 'jobs.pause',
  object: { kind: 'job', id: 'job-1' },
  reason: null,
  requestId: null,
};
const definition = () => ({ type: 'work', trigger: trigger.every('1h') });

/** A right value for each parameter, by its name; where the name means several things, by `method.name`, `Owner.name` or `Owner.method.name`. */
function samplesOf(existing: Existing): Readonly<Record<string, unknown>> {
  return {
    job: existing.job,
    reference: existing.job,
    executionId: existing.executionId,
    id: existing.deadLetter,
    handlerId: existing.eventHandler,
    reason: 'a good reason',
    definition: definition(),
    'scheduleOnce.input': { type: 'work', executeAt: LATER },
    'scheduleRecurring.input': { type: 'work', schedule: '0 9 * * *' },
    request: { type: 'work' },
    'prune.request': { before: LATER },
    requests: [{ type: 'work' }],
    at: LATER,
    changes: {},
    trigger: trigger.every('1h'),
    eventName: 'ticket:created',
    handler: { kind: 'enqueue', request: { type: 'work' } },
    data: {},
    options: {},
    query: {},
    'forecast.query': { until: LATER },
    filter: {},
    tenant: 'acme',
    queue: QUEUE,
    concurrency: 2,
    globalLimit: 2,
    scope: 'queue',
    key: QUEUE,
    name: 'smtp',
    listener: () => undefined,
    'register.type': 'another',
    'register.handler': () => undefined,
    date: LATER,
    'insert.data': { name: 'inserted', type: 'work', cron: '0 2 * * *' },
    'define.definition': { name: 'defined', ...definition() },
    'publish.request': { events: [{ name: 'ticket:created', at: LATER, tenant: null, data: {} }] },
    'subscribe.request': { names: ['ticket:created'], listener: () => undefined },
    'wants.name': 'ticket:created',
    'Workflows.id': existing.run,
    workflow: WORKFLOW.name,
    workflowOrRun: existing.run,
    input: {},
    step: 'approved',
    'Workflows.definition': WORKFLOW,
    'scheduleExecution.options': { at: LATER },
    'Alerts.rule': 'scheduler-job-overdue',
    'Alerts.createRule.input': {
      name: 'mails-wait',
      condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 1, duration: '5m' },
    },
    'Alerts.silence.silence': { reason: 'a move', createdBy: 'ada', duration: '1h' },
    'Alerts.unsilence.silenceId': 'silence-1',
    'ApiKeys.create.key': { name: 'deployment', tenant: null, preset: 'viewer' },
    'ApiKeys.verify.token': 'sch_',
    'ApiKeys.get.reference': { id: 'key-1', tenant: null },
    'ApiKeys.revoke.reference': { id: 'key-1', tenant: null },
    'ApiKeys.list.query': { tenant: null },
    'AuditLog.append.entries': [AUDIT_ENTRY],
    'AuditLog.list.query': { tenant: null },
    'EventHistory.list.query': { tenant: null },
    'EventHistory.follow.query': { tenant: null },
    'EventHistory.follow.options': {},
    'EventHistory.find.position': '0001',
    'EventHistory.find.options': {},
    'EventHistory.prune.options': { before: new Date(0) },
    'EventHistory.verify.options': {},
    'EventHistory.jobAt.jobId': 'daily',
    'EventHistory.jobAt.at': new Date(0),
    'EventHistory.jobAt.options': {},
    'EventReaders.get.name': 'mails',
    'EventReaders.replay.name': 'mails',
    'EventReaders.resume.name': 'mails',
    'EventReaders.remove.name': 'mails',
    'EventReaders.retryDeadLetter.name': 'mails',
    'EventReaders.retryDeadLetter.position': '0001',
    'EventReaders.deleteDeadLetter.name': 'mails',
    'EventReaders.deleteDeadLetter.position': '0001',
    'Idempotency.begin.request': { tenant: null, scope: 'ada', key: 'order-7', requestHash: 'x' },
  };
}

/** The right arguments of a method. A parameter without a sample fails the test: somebody has to say what is right for it. */
export function rightArguments({ owner, name, parameters }: PublicMethod, existing: Existing): unknown[] {
  const samples = samplesOf(existing);
  return parameters.map((parameter) => {
    const { name: last } = parameter;
    const names = [`${owner}.${name}.${last}`, `${name}.${last}`, `${owner}.${last}`, last];
    const key = names.find((each) => Object.hasOwn(samples, each));
    if (key !== undefined) return samples[key];
    throw new Error(`${owner}.${name} has a parameter ${parameter.name} without a sample in samples.ts`);
  });
}
