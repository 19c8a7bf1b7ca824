import { createHandler } from '@scheduler/http';
import { BUILT_IN_COMMANDS } from './command/built-in-commands.js';
import { Scene } from './test-support/scene.js';

/** Which operations of the API do what a command does. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  'alert:create': ['alertRules.create'],
  'alert:delete': ['alertRules.delete'],
  'alert:disable': ['alertRules.update'],
  'alert:enable': ['alertRules.update'],
  'alert:history': ['alerts.list'],
  'alert:list': ['alertRules.list', 'alerts.list', 'alertSilences.list'],
  'alert:show': ['alertRules.get', 'alerts.list'],
  'alert:silence': ['alertSilences.create'],
  'alert:test': ['alertRules.test'],
  'alert:unsilence': ['alertSilences.delete'],
  'alert:update': ['alertRules.update'],
  'audit:list': ['audit.list'],
  'calendar:export': ['calendar.feed'],
  'circuit:list': ['circuits.list'],
  'circuit:reset': ['circuits.reset'],
  'dead-letter:delete': ['deadLetters.delete'],
  'dead-letter:list': ['deadLetters.list'],
  'dead-letter:prune': ['deadLetters.prune'],
  'dead-letter:retry': ['deadLetters.retry'],
  'dead-letter:retry-all': ['deadLetters.retryAll'],
  'dead-letter:show': ['deadLetters.get'],
  'dead-letter:stats': ['deadLetters.stats'],
  enqueue: ['executions.enqueue'],
  'event:create': ['eventHandlers.create'],
  'event:delete': ['eventHandlers.delete'],
  'event:disable': ['eventHandlers.disable'],
  'event:enable': ['eventHandlers.enable'],
  'event:list': ['eventHandlers.list'],
  'event:trigger': ['events.trigger'],
  'events:checkpoints': ['eventReaders.list'],
  'events:dismiss': ['eventReaders.deleteDeadLetter'],
  'events:forget': ['eventReaders.delete'],
  'events:list': ['eventLog.list'],
  'events:prune': ['eventLog.prune'],
  'events:replay': ['eventReaders.replay', 'eventLog.verify'],
  'events:resume': ['eventReaders.resume'],
  'events:retry': ['eventReaders.retryDeadLetter'],
  'events:show': ['eventLog.get'],
  'events:tail': ['eventLog.stream'],
  'execution:cancel': ['executions.cancel'],
  'execution:list': ['executions.list'],
  'execution:logs': ['executions.logs'],
  'execution:retry': ['executions.retry'],
  'execution:show': ['executions.get'],
  health: ['health.get', 'health.platform'],
  'key:create': ['keys.create'],
  'key:list': ['keys.list'],
  'key:revoke': ['keys.revoke'],
  metrics: ['metrics.get', 'metrics.series'],
  prune: ['upkeep.prune'],
  'queue:pause': ['queues.pause'],
  'queue:resume': ['queues.resume'],
  'queue:scale': ['queues.scale'],
  'queue:stats': ['queues.list', 'queues.get'],
  'rate-limit:list': ['rateLimits.list'],
  'rate-limit:reset': ['rateLimits.reset'],
  'schedule:cancel': ['jobs.cancel'],
  'schedule:check': ['upkeep.compatibility'],
  'schedule:create': ['jobs.create', 'jobs.createCron', 'jobs.createOnce', 'jobs.createRecurring'],
  'schedule:delete': ['jobs.delete'],
  'schedule:expect': ['jobs.update'],
  'schedule:forecast': ['plans.forecast'],
  'schedule:history': ['jobs.executions'],
  'schedule:list': ['jobs.list'],
  'schedule:pause': ['jobs.pause'],
  'schedule:plan': ['plans.get', 'plans.apply'],
  'schedule:preview': ['plans.preview', 'jobs.preview'],
  'schedule:process': ['process.run'],
  'schedule:reschedule': ['jobs.reschedule', 'jobs.update'],
  'schedule:resume': ['jobs.resume'],
  'schedule:run': ['jobs.run'],
  'schedule:show': ['jobs.get', 'jobs.preview', 'jobs.executions', 'jobs.at'],
  'schedule:stats': ['jobs.stats'],
  'schedule:why': ['jobs.explain'],
  'tenant:delete': ['tenants.delete'],
  'workflow:approve': ['workflowRuns.approve'],
  'workflow:cancel': ['workflowRuns.cancel'],
  'workflow:definitions': ['workflows.list'],
  'workflow:graph': ['workflowRuns.graph'],
  'workflow:list': ['workflowRuns.list'],
  'workflow:pause': ['workflowRuns.pause'],
  'workflow:plan': ['workflows.plan'],
  'workflow:reject': ['workflowRuns.reject'],
  'workflow:resume': ['workflowRuns.resume'],
  'workflow:resume-compensation': ['workflowRuns.resumeCompensation'],
  'workflow:retry': ['workflowRuns.retry'],
  'workflow:show': ['workflowRuns.get'],
  'workflow:signal': ['workflowRuns.signal'],
  'workflow:start': ['workflowRuns.start', 'workflows.schedule'],
  'workflow:state': ['workflowRuns.get'],
  'workflow:why': ['workflowRuns.why'],
};

const SCHEMA =
  'changes the tables themselves: it needs rights that a server of requests should not have, and runs before one';

/** Why a command has no operation. */
const ON_THE_MACHINE: Readonly<Record<string, string>> = {
  completion: 'prints a script for the shell',
  'completion:values': 'what that script calls',
  doctor:
    'examines this machine: Node.js, variables, configuration; of the store the API tells health, compatibility and plan',
  'handler:check': 'runs a handler over doubles, which belong to the tests of a project',
  init: 'writes files of a new project',
  list: 'lists commands; openapi.json lists operations',
  'make:handler': 'writes files of the project',
  migrate: SCHEMA,
  'migrate:rollback': SCHEMA,
  'migrate:row-level-security': SCHEMA,
  'migrate:sql': 'prints the SQL of the tables, for those who apply it',
  'migrate:status': 'tells of the tables, before there is anything to serve; later health does',
  'schedule:import': 'reads files of this machine; jobs.create makes what it plans',
  'schedule:work': 'is the process that works; process.run does a bounded part of it',
  dashboard: 'is the process that serves',
  serve: 'is the process that serves',
};

/** Why an operation has no command. */
const BY_HTTP_ALONE: Readonly<Record<string, string>> = {
  'bulkActions.cancel': 'a command runs to its end, and Ctrl-C ends it',
  'bulkActions.create': 'commands are combined in the shell',
  'bulkActions.get': 'as above',
  'bulkActions.list': 'as above',
  'calendar.createLink': 'a link is an address of the API itself',
  'deadLetters.groups': 'what a page shows; dead-letter:stats counts by queue and by class',
  'documents.openapi': 'describes the API',
  'documents.page': 'describes the API',
  'documents.style': 'describes the API',
  'events.stream': 'schedule:work prints the events of its node',
  'jobs.cancelRunning': 'schedule:cancel and execution:cancel stop what runs',
  'metrics.prometheus': 'the form that Prometheus reads; metrics shows the same figures',
  'nodes.leader': 'health tells the leader',
  'nodes.list': 'health and execution:list --status running tell what runs',
  'probes.live': 'for orchestrators; a command has its exit code',
  'probes.ready': 'for orchestrators; health has its exit code',
  'session.get': 'tells a principal who it is; the console has no session',
};

async function operationsOfTheApi(): Promise<readonly string[]> {
  const { node } = new Scene();
  const handler = createHandler({ node });
  const request = new Request(`http://localhost${handler.basePath}/openapi.json`, {
    headers: { authorization: `Bearer ${handler.token}` },
  });
  const document = (await (await handler(request, { remoteAddress: '127.0.0.1' })).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  };
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId]));
}

it('everything that the console can do, the API can do, or it is said why not (F228)', () => {
  const commands = BUILT_IN_COMMANDS.map(({ name }) => name).sort();
  expect([...Object.keys(OPERATIONS), ...Object.keys(ON_THE_MACHINE)].sort()).toEqual(commands);
});

it('every operation is that of a command, or it is said why not', async () => {
  const named = new Set([...Object.values(OPERATIONS).flat(), ...Object.keys(BY_HTTP_ALONE)]);
  expect([...named].sort()).toEqual([...(await operationsOfTheApi())].sort());
});
