import { ConfigurationInvalid } from '@scheduler/contracts';
import type { SchedulerConfigInput } from './config-schema.js';
import { ENVIRONMENT } from './environment.js';
import { loadConfig } from './load-config.js';

const DAY_MS = 86_400_000;

describe('loadConfig', () => {
  it('has a default for everything (F110, F242, F244, F245, F265)', () => {
    expect(loadConfig()).toEqual({
      enabled: true,
      store: null,
      queue: 'store',
      tablePrefix: 'scheduler_',
      queues: { default: 5 },
      preemption: [],
      workers: 5,
      threads: null,
      pollIntervalMs: 1_000,
      defaultTimeoutMs: 300_000,
      retry: {
        maxRetries: 3,
        backoff: { strategy: 'exponential', delayMs: 60_000, factor: 2, maxDelayMs: 3_600_000, jitter: 0 },
      },
      missedRuns: { policy: 'latest', cap: 100, graceMs: 60_000 },
      peer: true,
      log: { level: 'warn', format: null },
      deadLetters: {
        enabled: true,
        queue: 'dead',
        handler: null,
        retentionMs: 30 * DAY_MS,
        maxEntries: 10_000,
      },
      declared: { atStart: true, orphans: 'pause', application: 'default' },
      retention: {
        successMs: 7 * DAY_MS,
        failedMs: 30 * DAY_MS,
        jobsMs: 90 * DAY_MS,
        workflowsMs: 30 * DAY_MS,
        auditMs: 90 * DAY_MS,
        eventsMs: null,
      },
      http: {
        host: '127.0.0.1',
        port: 3_000,
        basePath: null,
        readOnly: false,
        apiKeys: false,
        drainMs: 0,
        dashboardUrl: null,
      },
      leadership: { distributed: false, instanceId: null, lockTtlMs: 30_000, lockRefreshMs: 10_000 },
      lease: {
        durationMs: 30_000,
        heartbeatMs: 10_000,
        selfAbortMs: 20_000,
        rescueIntervalMs: 5_000,
        rescueGraceMs: 0,
      },
      rateLimits: { global: null, queues: {}, types: {}, custom: {} },
      quotas: { jobs: null, waiting: null, workflows: null, payloadBytes: null, tenants: {} },
      alerts: {
        enabled: true,
        intervalMs: 60_000,
        retentionMs: 90 * DAY_MS,
        queue: 'alerts',
        timeoutMs: 10_000,
        webhook: null,
        slack: null,
        email: [],
        pingUrl: null,
      },
      circuits: {},
      calendars: {},
      shutdownGraceMs: 30_000,
      unknownTypes: 'refuse',
    });
  });

  /** Every variable: a text, and where its value is found. */
  const VARIABLES: Readonly<Record<string, [text: string, path: string, value: unknown]>> = {
    SCHEDULER_ENABLED: ['false', 'enabled', false],
    SCHEDULER_STORE: ['drawer', 'store', 'drawer'],
    SCHEDULER_QUEUE: ['pipe', 'queue', 'pipe'],
    SCHEDULER_TABLE_PREFIX: ['jobs_', 'tablePrefix', 'jobs_'],
    SCHEDULER_QUEUES: ['default=10, reports=2', 'queues', { default: 10, reports: 2 }],
    SCHEDULER_DECLARE_AT_START: ['false', 'declared.atStart', false],
    SCHEDULER_ORPHANS: ['keep', 'declared.orphans', 'keep'],
    SCHEDULER_APPLICATION: ['billing', 'declared.application', 'billing'],
    SCHEDULER_PEER: ['false', 'peer', false],
    SCHEDULER_LOG_LEVEL: ['debug', 'log.level', 'debug'],
    SCHEDULER_LOG_FORMAT: ['pretty', 'log.format', 'pretty'],
    SCHEDULER_WORKERS: ['12', 'workers', 12],
    SCHEDULER_THREADS: ['3', 'threads', 3],
    SCHEDULER_POLL_INTERVAL: ['250ms', 'pollIntervalMs', 250],
    SCHEDULER_DEFAULT_TIMEOUT: ['PT1H', 'defaultTimeoutMs', 3_600_000],
    SCHEDULER_RETRY_MAX_ATTEMPTS: ['5', 'retry.maxRetries', 5],
    SCHEDULER_RETRY_INITIAL_DELAY: ['1s', 'retry.backoff.delayMs', 1_000],
    SCHEDULER_RETRY_MAX_DELAY: ['30m', 'retry.backoff.maxDelayMs', 1_800_000],
    SCHEDULER_RETRY_MULTIPLIER: ['1.5', 'retry.backoff.factor', 1.5],
    SCHEDULER_RATE_LIMIT_GLOBAL: ['5000/m', 'rateLimits.global', { count: 5_000, periodMs: 60_000 }],
    SCHEDULER_RATE_LIMIT_QUEUES: [
      'mails=100/m, exports=5/30s',
      'rateLimits.queues',
      { mails: { count: 100, periodMs: 60_000 }, exports: { count: 5, periodMs: 30_000 } },
    ],
    SCHEDULER_RATE_LIMIT_TYPES: [
      'send_mail=10/s',
      'rateLimits.types',
      { send_mail: { count: 10, periodMs: 1_000 } },
    ],
    SCHEDULER_RATE_LIMIT_CUSTOM: [
      'stripe=10/s',
      'rateLimits.custom',
      { stripe: { count: 10, periodMs: 1_000 } },
    ],
    SCHEDULER_DLQ_ENABLED: ['off', 'deadLetters.enabled', false],
    SCHEDULER_DLQ_QUEUE: ['graveyard', 'deadLetters.queue', 'graveyard'],
    SCHEDULER_DLQ_HANDLER: ['bury', 'deadLetters.handler', 'bury'],
    SCHEDULER_DLQ_MAX_ENTRIES: ['500', 'deadLetters.maxEntries', 500],
    SCHEDULER_DLQ_RETENTION: ['168h', 'deadLetters.retentionMs', 7 * DAY_MS],
    SCHEDULER_RETENTION_SUCCESS: ['24h', 'retention.successMs', DAY_MS],
    SCHEDULER_RETENTION_FAILED: ['48h', 'retention.failedMs', 2 * DAY_MS],
    SCHEDULER_RETENTION_JOBS: ['3650d', 'retention.jobsMs', 3_650 * DAY_MS],
    SCHEDULER_RETENTION_WORKFLOWS: ['365d', 'retention.workflowsMs', 365 * DAY_MS],
    SCHEDULER_RETENTION_AUDIT: ['365d', 'retention.auditMs', 365 * DAY_MS],
    SCHEDULER_RETENTION_EVENTS: ['365d', 'retention.eventsMs', 365 * DAY_MS],
    SCHEDULER_HTTP_HOST: ['0.0.0.0', 'http.host', '0.0.0.0'],
    SCHEDULER_HTTP_PORT: ['8080', 'http.port', 8_080],
    SCHEDULER_HTTP_BASE_PATH: ['/jobs', 'http.basePath', '/jobs'],
    SCHEDULER_HTTP_READ_ONLY: ['yes', 'http.readOnly', true],
    SCHEDULER_HTTP_API_KEYS: ['true', 'http.apiKeys', true],
    SCHEDULER_HTTP_DRAIN: ['5s', 'http.drainMs', 5_000],
    SCHEDULER_DASHBOARD_URL: [
      'https://jobs.example.com/x',
      'http.dashboardUrl',
      'https://jobs.example.com/x',
    ],
    SCHEDULER_ALERTS_ENABLED: ['false', 'alerts.enabled', false],
    SCHEDULER_ALERTS_INTERVAL: ['30s', 'alerts.intervalMs', 30_000],
    SCHEDULER_ALERTS_RETENTION: ['30d', 'alerts.retentionMs', 30 * DAY_MS],
    SCHEDULER_ALERTS_QUEUE: ['ops', 'alerts.queue', 'ops'],
    SCHEDULER_ALERTS_TIMEOUT: ['5s', 'alerts.timeoutMs', 5_000],
    SCHEDULER_ALERTS_WEBHOOK_URL: [
      'https://example.com/hook',
      'alerts.webhook.url',
      'https://example.com/hook',
    ],
    SCHEDULER_ALERTS_WEBHOOK_SECRET: ['s3', 'alerts.webhook.secret', 's3'],
    SCHEDULER_ALERTS_SLACK_URL: [
      'https://hooks.example.com/T1',
      'alerts.slack.url',
      'https://hooks.example.com/T1',
    ],
    SCHEDULER_ALERTS_EMAIL_TO: [
      'a@example.com, b@example.com',
      'alerts.email',
      ['a@example.com', 'b@example.com'],
    ],
    SCHEDULER_ALERTS_PING_URL: ['https://ping.example.com/x', 'alerts.pingUrl', 'https://ping.example.com/x'],
    SCHEDULER_QUOTAS_JOBS: ['100', 'quotas.jobs', 100],
    SCHEDULER_QUOTAS_WAITING: ['5000', 'quotas.waiting', 5_000],
    SCHEDULER_QUOTAS_WORKFLOWS: ['20', 'quotas.workflows', 20],
    SCHEDULER_QUOTAS_PAYLOAD_BYTES: ['4096', 'quotas.payloadBytes', 4_096],
    SCHEDULER_DISTRIBUTED: ['YES', 'leadership.distributed', true],
    SCHEDULER_INSTANCE_ID: ['web-1', 'leadership.instanceId', 'web-1'],
    SCHEDULER_LOCK_TTL: ['60s', 'leadership.lockTtlMs', 60_000],
    SCHEDULER_LOCK_REFRESH: ['5000', 'leadership.lockRefreshMs', 5_000],
    SCHEDULER_SHUTDOWN_GRACE: ['0', 'shutdownGraceMs', 0],
  };

  /** Variables that mean something together alone. */
  const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    SCHEDULER_ALERTS_WEBHOOK_URL: { SCHEDULER_ALERTS_WEBHOOK_SECRET: 's3' },
    SCHEDULER_ALERTS_WEBHOOK_SECRET: { SCHEDULER_ALERTS_WEBHOOK_URL: 'https://example.com/hook' },
  };

  it.each(Object.entries(VARIABLES))('reads %s (F245)', (name, [text, path, value]) => {
    expect(loadConfig()).not.toHaveProperty(path, value);
    expect(loadConfig({ env: { ...BESIDE[name], [name]: text } })).toHaveProperty(path, value);
    expect(loadConfig({ env: { ...BESIDE[name], [name]: `  ${text} ` } })).toHaveProperty(path, value);
  });

  it('lets something urgent take slots in all queues, or in those that are named', () => {
    const queues = { default: 5, mails: 1 };
    expect(loadConfig({ config: { queues, preemption: true } }).preemption).toEqual(['default', 'mails']);
    expect(loadConfig({ config: { queues, preemption: ['mails'] } }).preemption).toEqual(['mails']);
  });

  it('has every variable in the table above', () => {
    expect(Object.keys(VARIABLES).sort()).toEqual(Object.keys(ENVIRONMENT).sort());
  });

  it('changes nothing but what a variable names', () => {
    const { workers, queues, ...others } = loadConfig({ env: { SCHEDULER_WORKERS: '7' } });
    expect({ workers, queues }).toEqual({ workers: 7, queues: { default: 7 } });
    expect(loadConfig()).toMatchObject(others);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['yes', true],
    ['On', true],
    ['false', false],
    ['0', false],
    ['no', false],
    ['OFF', false],
  ])('reads the flag %s', (text, value) => {
    expect(loadConfig({ env: { SCHEDULER_DISTRIBUTED: text } }).leadership.distributed).toBe(value);
  });

  it.each<[SchedulerConfigInput, object]>([
    [{ queues: false }, {}],
    [{ queues: {} }, {}],
    [{ queues: { reports: 2 } }, { reports: 2 }],
    [{ workers: 9 }, { default: 9 }],
    [{ workers: 9, queues: { reports: 2 } }, { reports: 2 }],
  ])('%j gives the queues %j (F106, F113)', (config, queues) => {
    expect(loadConfig({ config }).queues).toEqual(queues);
  });

  it('processes nothing with SCHEDULER_QUEUES=false (F113)', () => {
    expect(loadConfig({ env: { SCHEDULER_QUEUES: 'false' } }).queues).toEqual({});
  });

  it('lets settings in code win over the environment, one by one (F246)', () => {
    const env = { SCHEDULER_WORKERS: '7', SCHEDULER_DLQ_QUEUE: 'a', SCHEDULER_DLQ_ENABLED: 'false' };
    const config = loadConfig({ env, config: { workers: 3, deadLetters: { queue: 'b' } } });
    expect(config.workers).toBe(3);
    expect(config.deadLetters).toMatchObject({ queue: 'b', enabled: false });
  });

  it('lets queues in code replace those of the environment as a whole', () => {
    const sources = { env: { SCHEDULER_QUEUES: 'a=1,b=2' }, config: { queues: { c: 3 } } };
    expect(loadConfig(sources).queues).toEqual({ c: 3 });
  });

  it('takes a setting that is undefined as not given', () => {
    const sources = { env: { SCHEDULER_WORKERS: '7' }, config: { workers: undefined } };
    expect(loadConfig(sources).workers).toBe(7);
  });

  it('is frozen to the ground', () => {
    const config = loadConfig();
    expect(() => Object.assign(config, { workers: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config.retry.backoff, { factor: 9 })).toThrow(TypeError);
    expect(() => Object.assign(config.queues, { more: 9 })).toThrow(TypeError);
  });
});

describe('a setting that makes no sense', () => {
  it.each<[object, string]>([
    [{ workers: 0 }, 'workers: is too small, got 0; accepted: a whole number from 1 to 10000'],
    [{ workers: '5' }, 'workers: is not a number, got "5"'],
    [{ pollInterval: '1ms' }, 'pollInterval: must be at least 10 ms, got "1ms"; accepted: a duration'],
    [{ pollInterval: -5 }, 'pollInterval: must not be negative, got -5; accepted: a duration'],
    [{ defaultTimeout: 0 }, 'defaultTimeout: must be at least 1 ms, got 0'],
    [
      { queues: { default: 0 } },
      'queues.default: is too small, got 0; accepted: a whole number from 1 to 10000',
    ],
    [{ queues: true }, 'queues: is not a set of queues, got true; accepted: { name: concurrency }'],
    [{ retry: { multiplier: 0.5 } }, 'retry.multiplier: is too small, got 0.5; accepted: 1 or more'],
    [
      { retry: { strategy: 'random' } },
      'retry.strategy: is not known, got "random"; accepted: fixed, linear, exponential',
    ],
    [{ retry: { jitter: 1.5 } }, 'retry.jitter: is too big, got 1.5; accepted: 0 to 1'],
    [{ retry: 5 }, 'retry: is not an object, got 5'],
    [
      { missedRuns: { policy: 'some' } },
      'missedRuns.policy: is not known, got "some"; accepted: skip, latest, all',
    ],
    [{ deadLetters: { queue: '1st' } }, 'deadLetters.queue: is not a queue name, got "1st"'],
    [{ deadLetters: { maxEntries: 0 } }, 'deadLetters.maxEntries: is too small, got 0'],
    [{ retention: { success: 5 } }, 'retention.success: must be at least 1 s, got 5'],
    [
      { http: { port: 65_536 } },
      'http.port: is too big, got 65536; accepted: a whole number from 0 to 65535',
    ],
    [
      { http: { basePath: '/jobs/' } },
      'http.basePath: is not a path, got "/jobs/"; accepted: a path such as',
    ],
    [
      { http: { dashboardUrl: 'javascript:alert(1)' } },
      'http.dashboardUrl: is not an address, got "javascript:alert(1)"; accepted: an address such as',
    ],
    [{ http: { dashboardUrl: 'https://' } }, 'http.dashboardUrl: is not an address'],
    [{ http: { dashboardUrl: 'https://[' } }, 'http.dashboardUrl: is not an address'],
    [{ unknownTypes: 'ignore' }, 'unknownTypes: is not known, got "ignore"; accepted: refuse, accept'],
    [{ enabled: 'no' }, 'enabled: is not a boolean, got "no"; accepted: true or false'],
    [{ wrokers: 5 }, "wrokers: is not known; did you mean 'workers'?; accepted: enabled, store"],
  ])('in code: %j', (config, message) => {
    expect(() => loadConfig({ config: config as SchedulerConfigInput })).toThrow(ConfigurationInvalid);
    expect(() => loadConfig({ config: config as SchedulerConfigInput })).toThrow(message);
  });

  it.each<[object, string]>([
    [{ lease: { heartbeat: '20s' } }, 'lease.heartbeat: must be shorter than lease.selfAbort, got "20s"'],
    [{ lease: { selfAbort: '30s' } }, 'lease.selfAbort: must be shorter than lease.duration, got "30s"'],
    [{ lease: { duration: '5s' } }, 'lease.selfAbort: must be shorter than lease.duration'],
    [
      { leadership: { lockRefresh: '30s' } },
      'leadership.lockRefresh: must be shorter than leadership.lockTtl',
    ],
    [{ leadership: { lockTtl: '10s' } }, 'leadership.lockRefresh: must be shorter than leadership.lockTtl'],
  ])('against another: %j', (config, message) => {
    expect(() => loadConfig({ config })).toThrow(message);
  });

  it.each([
    ['SCHEDULER_WORKERS', 'many', 'SCHEDULER_WORKERS: cannot be read, got "many"; accepted: a number'],
    [
      'SCHEDULER_WORKERS',
      '0',
      'SCHEDULER_WORKERS (workers): is too small, got 0; accepted: a whole number from 1',
    ],
    ['SCHEDULER_ENABLED', 'maybe', 'SCHEDULER_ENABLED: cannot be read, got "maybe"; accepted: true or false'],
    [
      'SCHEDULER_POLL_INTERVAL',
      'soon',
      'SCHEDULER_POLL_INTERVAL (pollInterval): is not a duration, got "soon"',
    ],
    ['SCHEDULER_POLL_INTERVAL', '-5', 'SCHEDULER_POLL_INTERVAL (pollInterval): must not be negative, got -5'],
    [
      'SCHEDULER_RETRY_MULTIPLIER',
      '0.5',
      'SCHEDULER_RETRY_MULTIPLIER (retry.multiplier): is too small, got 0.5',
    ],
    ['SCHEDULER_RETRY_MAX_ATTEMPTS', '1e3', 'SCHEDULER_RETRY_MAX_ATTEMPTS: cannot be read, got "1e3"'],
    [
      'SCHEDULER_QUEUES',
      'default',
      'SCHEDULER_QUEUES: cannot be read, got "default"; accepted: queues with their',
    ],
    ['SCHEDULER_QUEUES', 'default=x', 'SCHEDULER_QUEUES (queues'],
    [
      'SCHEDULER_DLQ_QUEUE',
      'no spaces',
      'SCHEDULER_DLQ_QUEUE (deadLetters.queue): is not a queue name, got "no spaces"',
    ],
    ['SCHEDULER_LOCK_TTL', '1s', 'must be shorter than leadership.lockTtl'],
    ['SCHEDULER_LOCK_REFRESH', '31s', 'SCHEDULER_LOCK_REFRESH (leadership.lockRefresh): must be shorter'],
    ['SCHEDULER_WORKER', '5', 'SCHEDULER_WORKER: is not a known variable; did you mean SCHEDULER_WORKERS?'],
    ['SCHEDULER_NOTHING', '5', 'SCHEDULER_NOTHING: is not a known variable; accepted: SCHEDULER_ENABLED'],
  ])('in the environment: %s=%s names the variable', (name, text, message) => {
    expect(() => loadConfig({ env: { [name]: text } })).toThrow(ConfigurationInvalid);
    expect(() => loadConfig({ env: { [name]: text } })).toThrow(message);
  });

  it('is named by its path where it stands in code, whatever the environment says', () => {
    const sources = { config: { retry: { jitter: 2 } }, env: { SCHEDULER_RETRY_MULTIPLIER: '3' } };
    expect(() => loadConfig(sources)).toThrow(/^retry\.jitter: is too big/);
  });

  it('is named together with all others', () => {
    const env = { SCHEDULER_WORKERS: 'x', SCHEDULER_ENABLED: 'y', SCHEDULER_TYPO: 'z' };
    expect(() => loadConfig({ env })).toThrow(/SCHEDULER_WORKERS.*SCHEDULER_ENABLED.*SCHEDULER_TYPO/);
  });

  it('is not looked for in variables of others, or in empty ones', () => {
    const env = { PATH: '/bin', SCHEDULER_TEST_PORT: 'x', SCHEDULER_WORKERS: '', SCHEDULER_STORE: undefined };
    expect(loadConfig({ env })).toEqual(loadConfig());
  });

  it('does not show the value of an unknown variable, which may be a secret', () => {
    expect(() => loadConfig({ env: { SCHEDULER_PASSWORD: 'hunter2' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
