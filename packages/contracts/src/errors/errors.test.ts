import * as contracts from '../index.js';
import {
  ConcurrentChange,
  ConfigurationInvalid,
  ExecutionCancelled,
  ExecutionInterrupted,
  ExecutionNotFound,
  ExecutionTimedOut,
  FeatureNotSupported,
  HandlerAlreadyRegistered,
  HandlerNotFound,
  IllegalTransition,
  JobAlreadyExists,
  JobNotFound,
  JobRevisionMismatch,
  LeaseLost,
  NotLeader,
  NotOpen,
  PayloadInvalid,
  QueryInvalid,
  ResultInvalid,
  ScheduleInvalid,
  SchemaMismatch,
  ShuttingDown,
  StoreUnavailable,
} from './errors.js';
import { AccessInvalid, ApiKeyAlreadyExists, ApiKeyNotFound, PermissionDenied } from './access-errors.js';
import { JobAmbiguous, QuotaExceeded, TenantInvalid } from './tenant-errors.js';
import {
  EventHandlerAlreadyExists,
  EventHandlerNotFound,
  EventInvalid,
  EventReaderNotFound,
  EventsPruned,
} from './event-errors.js';
import {
  WorkflowAlreadyExists,
  WorkflowInvalid,
  WorkflowNotFound,
  WorkflowNotRunning,
  WorkflowSignalsFull,
  WorkflowStepNotWaiting,
  WorkflowUnknown,
} from './workflow-errors.js';
import { BatchFailed } from '../batch/batch-failed.js';
import { HandlerKindUnknown, MiddlewareHalted, PayloadTooNew } from '../handlers/handler-errors.js';
import { ERRORS_OF_ALERTS } from '../test-support/errors-of-alerts.js';
import { isSchedulerError, SchedulerError, type SchedulerErrorCode } from './scheduler-error.js';

const issue = { field: 'timeout', value: -5, problem: 'must not be negative', accepted: 'a duration' };
const issueText = 'timeout: must not be negative, got -5; accepted: a duration';

type NotWaiting = ConstructorParameters<typeof WorkflowStepNotWaiting>[2];

/** Why a step may wait for no decision, and what the error says of it. */
const STEPS_NOT_WAITING: [NotWaiting, string][] = [
  [{ kind: null, state: { status: 'waiting' }, run: 'running' }, 'does not exist'],
  [
    { kind: 'sleep', state: { status: 'active' }, run: 'running' },
    'is a step of kind sleep and waits for no decision',
  ],
  [
    {
      kind: 'approval',
      state: { status: 'succeeded', decision: { approved: true, by: 'ada' } },
      run: 'running',
    },
    'was approved before by "ada"',
  ],
  [
    { kind: 'approval', state: { status: 'failed', decision: { approved: false, by: null } }, run: 'failed' },
    'was rejected before',
  ],
  [
    { kind: 'approval', state: { status: 'waiting' }, run: 'running' },
    'is waiting and waits for no decision',
  ],
  [
    { kind: 'approval', state: { status: 'active' }, run: 'stopping' },
    'cannot be decided while the workflow is stopping',
  ],
];

const ERRORS: [SchedulerError, SchedulerErrorCode, string, string][] = [
  [
    new StoreUnavailable('postgres', 'the password was refused', { wayOut: 'check SCHEDULER_POSTGRES_URL' }),
    'STORE_UNAVAILABLE',
    'StoreUnavailable',
    'the postgres store cannot be used: the password was refused; check SCHEDULER_POSTGRES_URL',
  ],
  [
    new SchemaMismatch('postgres', 'they are missing', 'run `scheduler migrate`'),
    'SCHEMA_MISMATCH',
    'SchemaMismatch',
    'the tables of the postgres store do not fit: they are missing; run `scheduler migrate`',
  ],
  [new ScheduleInvalid(issue), 'SCHEDULE_INVALID', 'ScheduleInvalid', issueText],
  [new PayloadInvalid(issue), 'PAYLOAD_INVALID', 'PayloadInvalid', issueText],
  [
    new QuotaExceeded({ tenant: 'acme', quota: 'jobs', limit: 10, current: 10, requested: 1 }),
    'QUOTA_EXCEEDED',
    'QuotaExceeded',
    'the quota jobs of tenant "acme" is 10, and it has 10 (jobs that have not ended); cancel or delete jobs, or raise the quota',
  ],
  [new QueryInvalid(issue), 'QUERY_INVALID', 'QueryInvalid', issueText],
  [new ConfigurationInvalid(issue), 'CONFIGURATION_INVALID', 'ConfigurationInvalid', issueText],
  [new ResultInvalid(issue), 'RESULT_INVALID', 'ResultInvalid', issueText],
  [
    new JobRevisionMismatch('job-1', 3, 5),
    'JOB_REVISION_MISMATCH',
    'JobRevisionMismatch',
    'job job-1 has revision 5, and not 3 as expected; read it again, and decide again',
  ],
  [
    new JobNotFound('weekly'),
    'JOB_NOT_FOUND',
    'JobNotFound',
    'no job has the id or name "weekly"; list the jobs to see what exists',
  ],
  [
    new ExecutionNotFound('e1'),
    'EXECUTION_NOT_FOUND',
    'ExecutionNotFound',
    'no execution has the id "e1"; see the history of its job',
  ],
  [
    new JobAlreadyExists('name', 'weekly'),
    'JOB_ALREADY_EXISTS',
    'JobAlreadyExists',
    'a job with the name "weekly" exists already; choose another name, or update that job',
  ],
  [
    new JobAlreadyExists('uniqueKey', 'order-7'),
    'JOB_ALREADY_EXISTS',
    'JobAlreadyExists',
    'a job with the uniqueKey "order-7" exists already; wait until it has ended, or choose another key',
  ],
  [
    new ConcurrentChange('j1', 7),
    'CONCURRENT_CHANGE',
    'ConcurrentChange',
    'job j1 was changed by somebody else (expected revision 7); read it again and retry',
  ],
  [
    new IllegalTransition('job j1', 'active', 'pending'),
    'ILLEGAL_TRANSITION',
    'IllegalTransition',
    'job j1 is active and cannot become pending',
  ],
  [
    new IllegalTransition('job j1', 'paused', 'paused', 'resume it first'),
    'ILLEGAL_TRANSITION',
    'IllegalTransition',
    'job j1 is paused and cannot become paused; resume it first',
  ],
  [
    new HandlerNotFound('mail', ['export', 'reindex']),
    'HANDLER_NOT_FOUND',
    'HandlerNotFound',
    'no handler supports the job type "mail"; registered: export, reindex',
  ],
  [
    new HandlerNotFound('mail', []),
    'HANDLER_NOT_FOUND',
    'HandlerNotFound',
    'no handler supports the job type "mail"; no handler is registered',
  ],
  [
    new HandlerAlreadyRegistered('mail', ['A', 'B']),
    'HANDLER_ALREADY_REGISTERED',
    'HandlerAlreadyRegistered',
    'the job type "mail" has 2 handlers (A, B); exactly one may support it',
  ],
  [
    new HandlerKindUnknown('robot', ['function', 'agent']),
    'HANDLER_KIND_UNKNOWN',
    'HandlerKindUnknown',
    '"robot" is not a kind of handler; accepted: function, agent',
  ],
  [
    new JobAmbiguous('daily', ['acme', 'globex']),
    'JOB_AMBIGUOUS',
    'JobAmbiguous',
    'the name "daily" belongs to jobs of several tenants, such as "acme" and "globex"; name the tenant (forTenant(…), --tenant), or use the id of the job',
  ],
  [new TenantInvalid(issue), 'TENANT_INVALID', 'TenantInvalid', issueText],
  [new EventInvalid(issue), 'EVENT_INVALID', 'EventInvalid', issueText],
  [
    new EventsPruned('0001', '0007'),
    'EVENTS_PRUNED',
    'EventsPruned',
    'the events after the position "0001" were deleted by retention, up to "0007"; read from the beginning of what is kept, and build anew what was built from the log',
  ],
  [
    new EventReaderNotFound('mails'),
    'EVENT_READER_NOT_FOUND',
    'EventReaderNotFound',
    'no subscription or projection has the name "mails"; list the readers of the event log to see what exists',
  ],
  [
    new EventHandlerNotFound('h1'),
    'EVENT_HANDLER_NOT_FOUND',
    'EventHandlerNotFound',
    'no event handler has the id "h1"; list the event handlers to see what exists',
  ],
  [
    new EventHandlerAlreadyExists('name', 'welcome'),
    'EVENT_HANDLER_ALREADY_EXISTS',
    'EventHandlerAlreadyExists',
    'an event handler with the name "welcome" exists already; choose another name, or change that handler',
  ],
  [
    new MiddlewareHalted('open-hours', 'closed'),
    'MIDDLEWARE_HALTED',
    'MiddlewareHalted',
    'the middleware "open-hours" halted the attempt: closed',
  ],
  [
    new BatchFailed({ status: 'failed', processed: 5, failed: 1, errors: [], cursor: 4, durationMs: 9 }),
    'BATCH_FAILED',
    'BatchFailed',
    '1 of 6 items failed',
  ],
  [
    new PayloadTooNew('mail', 3, 2),
    'PAYLOAD_TOO_NEW',
    'PayloadTooNew',
    'the payload of "mail" has version 3, and this build knows 2; it is tried again, so that a node with the newer build can take it',
  ],
  [
    new LeaseLost('e1', 4),
    'LEASE_LOST',
    'LeaseLost',
    'the lease on execution e1 (fence 4) is lost; its outcome was refused and another attempt decides',
  ],
  [
    new NotLeader('n1', 'n2'),
    'NOT_LEADER',
    'NotLeader',
    'node n1 is not the leader (n2 is); acquire leadership first',
  ],
  [
    new NotLeader('n1', null),
    'NOT_LEADER',
    'NotLeader',
    'node n1 is not the leader (nobody is); acquire leadership first',
  ],
  [
    new ShuttingDown('schedule'),
    'SHUTTING_DOWN',
    'ShuttingDown',
    'schedule is refused: the scheduler is shutting down; ask another node or start again',
  ],
  [
    new ShuttingDown('schedule', 'stopped'),
    'SHUTTING_DOWN',
    'ShuttingDown',
    'schedule is refused: the scheduler has stopped; start or open it again, or ask another node',
  ],
  [
    new NotOpen('schedule'),
    'NOT_OPEN',
    'NotOpen',
    'schedule is refused: the store is not open; open or start the scheduler first',
  ],
  [
    new FeatureNotSupported('a transaction', 'memory'),
    'FEATURE_NOT_SUPPORTED',
    'FeatureNotSupported',
    'a transaction is not supported by memory',
  ],
  [
    new FeatureNotSupported('a transaction', 'memory', 'use knex'),
    'FEATURE_NOT_SUPPORTED',
    'FeatureNotSupported',
    'a transaction is not supported by memory; use knex',
  ],
  [
    new ExecutionTimedOut('e1', 5_000),
    'EXECUTION_TIMED_OUT',
    'ExecutionTimedOut',
    'execution e1 did not finish within its timeout of 5000 ms',
  ],
  [
    new ExecutionCancelled('e1', 'solved'),
    'EXECUTION_CANCELLED',
    'ExecutionCancelled',
    'execution e1 was cancelled: solved',
  ],
  [
    new ExecutionInterrupted('e1', 'the node is stopping'),
    'EXECUTION_INTERRUPTED',
    'ExecutionInterrupted',
    'execution e1 was interrupted: the node is stopping; it runs again without using up a retry',
  ],
  [new WorkflowInvalid(issue), 'WORKFLOW_INVALID', 'WorkflowInvalid', issueText],
  [
    new WorkflowUnknown('onbording', ['onboarding', 'billing']),
    'WORKFLOW_UNKNOWN',
    'WorkflowUnknown',
    'no workflow has the name "onbording"; defined: onboarding, billing',
  ],
  [
    new WorkflowUnknown('onboarding', []),
    'WORKFLOW_UNKNOWN',
    'WorkflowUnknown',
    'no workflow has the name "onboarding"; none is defined',
  ],
  [
    new WorkflowNotFound('w1'),
    'WORKFLOW_NOT_FOUND',
    'WorkflowNotFound',
    'no run of a workflow has the id "w1"; list the runs to see what exists',
  ],
  [
    new WorkflowAlreadyExists('w1', 'input'),
    'WORKFLOW_ALREADY_EXISTS',
    'WorkflowAlreadyExists',
    'a run with the id "w1" exists already, with another input; choose another id, or start it with the same input',
  ],
  [
    new WorkflowNotRunning('w1', 'completed', 'be signalled'),
    'WORKFLOW_NOT_RUNNING',
    'WorkflowNotRunning',
    'workflow w1 is completed and cannot be signalled; see its state, and start or retry it if it has ended',
  ],
  ...STEPS_NOT_WAITING.map(([state, why]): (typeof ERRORS)[number] => [
    new WorkflowStepNotWaiting('w1', 'legal', state),
    'WORKFLOW_STEP_NOT_WAITING',
    'WorkflowStepNotWaiting',
    `step "legal" of workflow w1 ${why}; see the state of the workflow`,
  ]),
  [
    new WorkflowSignalsFull('w1', 1_000),
    'WORKFLOW_SIGNALS_FULL',
    'WorkflowSignalsFull',
    'workflow w1 keeps 1000 signals already; send only signals that its steps wait for',
  ],
  ...ERRORS_OF_ALERTS,
  [new AccessInvalid(issue), 'ACCESS_INVALID', 'AccessInvalid', issueText],
  [
    new ApiKeyNotFound('k1'),
    'API_KEY_NOT_FOUND',
    'ApiKeyNotFound',
    'no API key has the id "k1"; list the API keys to see what exists',
  ],
  [
    new ApiKeyAlreadyExists('k1'),
    'API_KEY_ALREADY_EXISTS',
    'ApiKeyAlreadyExists',
    'an API key with the id "k1" exists already; create the key again with another id',
  ],
  [
    new PermissionDenied('jobs:write'),
    'PERMISSION_DENIED',
    'PermissionDenied',
    'the permission "jobs:write" is missing; use credentials that have it, such as an API key created with --permissions jobs:write',
  ],
];

describe('every error (F255)', () => {
  it.each(ERRORS.map(([error, code, name, message]) => ({ error, code, name, message })))(
    '$name has its code, its name and a message with the way out',
    ({ error, code, name, message }) => {
      expect(error.code).toBe(code);
      expect(error.name).toBe(name);
      expect(error.message).toBe(message);
      expect(error).toBeInstanceOf(SchedulerError);
      expect(error).toBeInstanceOf(Error);
      expect(isSchedulerError(error)).toBe(true);
    },
  );

  it('is in the table above', () => {
    const exported = Object.entries(contracts)
      .filter(([, value]) => typeof value === 'function' && value.prototype instanceof SchedulerError)
      .map(([name]) => name)
      .filter((name) => name !== 'InputError');
    expect(new Set(ERRORS.map(([, , name]) => name))).toEqual(new Set(exported));
  });

  it('keeps its subject as properties', () => {
    expect(new JobAlreadyExists('id', 'x')).toMatchObject({ field: 'id', value: 'x' });
    expect(new LeaseLost('e1', 4)).toMatchObject({ executionId: 'e1', fence: 4 });
    expect(new IllegalTransition('job 1', 'a', 'b')).toMatchObject({ subject: 'job 1', from: 'a', to: 'b' });
    expect(new HandlerNotFound('t', ['a'])).toMatchObject({ type: 't', known: ['a'] });
  });

  it('shows a hostile id shortened and on one line', () => {
    const { message } = new JobNotFound(`a\nb${'x'.repeat(500)}`);
    expect(message).not.toContain('\n');
    expect(message.length).toBeLessThan(200);
  });
});
