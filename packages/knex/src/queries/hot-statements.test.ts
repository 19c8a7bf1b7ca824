import {
  bucketAfter,
  bucketOf,
  type EndedSeriesRequest,
  type Settlement,
} from '@scheduler/contracts/adapter';
import { buildExecution, buildJob, buildOccurrence, outcomes } from '@scheduler/testing';
import { connect } from '../connect/connect.js';
import { Database } from '../database/database.js';
import type { KnexStore } from '../knex-store.js';
import { tablesOf } from '../sql/tables.js';
import { BUSY_JOB, type FillOptions, fillWithManyRows, LIMITED_QUEUE } from '../test-support/many-rows.js';
import { DATABASES, onEach } from '../test-support/on-database.js';
import { accessesOf, type Statement, statementsOf } from '../test-support/plans.js';
import { heartbeat } from './heartbeat.js';

const HOUR = 3_600_000;
const TERMS = { owner: 'node', leaseMs: HOUR };

/** A job that forbids overlap is compared with what waits and runs of the same job, and with nothing else. */
const BY_JOB = ['p executions_unfinished', 'r executions_unfinished'];
/** The length of a history is counted up to a limit by any index of the job. */
const COUNTED_OF_JOB = ['e executions_occurrence', 'e executions_unfinished'];
/** What runs is counted. On MariaDB all these indexes begin with the status. */
const RUNNING = [
  'executions executions_lease',
  'executions scan executions_lease',
  'executions executions_types',
  'executions executions_claim',
];
/** The same where the statement calls the table e. */
const ofAlias = (read: string) => read.replace('executions ', 'e ');
const UNKNOWN = [
  'executions executions_unknown',
  'executions scan executions_unknown',
  'executions executions_claim',
  'sort',
];
const BY_ID = ['e primary', 't primary', 'executions primary', 'jobs primary', 'j primary'];

const OTHER_ROWS = 'with statistics of other rows';

interface Operation {
  readonly run: () => Promise<unknown>;
  /** How its statements may read jobs and executions. */
  readonly reads: readonly string[];
  /** How they may read them besides, where the statistics are of other rows. */
  readonly readsByWrongStatistics?: readonly string[];
}

onEach(DATABASES, (database) => {
  let store: KnexStore;
  let direct: Database;
  let now: Date;

  beforeAll(async () => {
    store = database.store();
    const { knex, clock, prefix: tablePrefix } = database;
    const { dialect } = connect(knex);
    // Heartbeats have connections of their own, whose statements the test would not see.
    direct = new Database({ knex, dialect, clock, tables: tablesOf({ tablePrefix }), prepares: false });
    now = await store.schedules.now();
    await database.stopAutomaticStatistics();
    await fill();
  }, 300_000);

  afterAll(() => store.close());

  async function fill(options?: FillOptions): Promise<void> {
    await fillWithManyRows(database, now, options);
    await store.queues.change({ queue: LIMITED_QUEUE, globalLimit: 100_000 });
  }

  const claim = (queue: string, limit: number, exceptTypes: readonly string[] = []) =>
    store.executions.claim({ ...TERMS, lanes: [{ queue, limit }], exceptTypes });

  const operations: Readonly<Record<string, Operation>> = {
    claim: {
      run: async () => expect(await claim('default', 10)).toHaveLength(10),
      reads: ['e executions_claim', ...BY_JOB, ...BY_ID],
    },
    'claim of what is urgent': {
      run: () =>
        store.executions.claim({ ...TERMS, lanes: [{ queue: 'default', limit: 10, moreUrgentThan: 3 }] }),
      reads: ['e executions_claim', ...BY_JOB, ...BY_ID],
    },
    'claim by id': {
      run: () => store.executions.claimById({ ...TERMS, ids: ['exclusive-250', 'waiting-120'] }),
      // The few queues of what was not claimed are sorted.
      reads: [...BY_JOB, ...BY_ID, 'sort'],
    },
    'claim under limits': {
      run: async () => expect(await claim(LIMITED_QUEUE, 10)).toHaveLength(10),
      reads: ['e executions_claim', ...RUNNING, 'sort', ...BY_JOB, ...BY_ID],
    },
    'settle, with the counters of jobs': {
      run: () => settle(1_000, outcomes.succeeded()),
      reads: ['e executions_claim', 'e executions_unfinished', ...BY_JOB, ...BY_ID],
    },
    'settle for another attempt': {
      run: () => settle(1_000, outcomes.retry()),
      reads: ['e executions_claim', ...BY_JOB, ...BY_ID],
    },
    heartbeat: {
      run: async () => {
        const claimed = await claim('default', 1_000);
        const leases = claimed.map(({ id, fence }) => ({ executionId: id, fence }));
        const states = await heartbeat(direct, { leases, leaseMs: HOUR });
        expect(states.every(({ held }) => held)).toBe(true);
      },
      reads: ['e executions_claim', ...BY_JOB, ...BY_ID],
    },
    rescue: {
      run: async () => {
        const rescued = await store.executions.rescue({
          graceMs: -2 * HOUR,
          limit: 100,
          deadLetterQueue: null,
        });
        expect(rescued).toHaveLength(100);
      },
      // Rows with an unknown status are looked for, by an index that is empty or, on MariaDB, between the statuses.
      reads: ['t executions_lease', ...UNKNOWN, ...BY_ID],
    },
    'next available': {
      run: () => store.executions.nextAvailableAt({ queues: ['default', LIMITED_QUEUE] }),
      reads: ['executions executions_claim'],
    },
    // One row with the time is joined, and the few jobs that were found are sorted again.
    'find due': {
      run: () => store.schedules.findDue({ limit: 100 }),
      reads: ['jobs jobs_due', 't scan', 'sort'],
    },
    'next due': { run: () => store.schedules.nextDueAt(), reads: ['jobs jobs_due'] },
    'fire, with what is unfinished of the job': {
      run: fire,
      reads: ['e executions_unfinished', 'e executions_occurrence', 'sort', ...BY_ID],
    },
    'add with a unique key': {
      run: () => store.executions.add({ executions: [buildExecution(now, { unique: UNIQUE })] }),
      reads: ['executions executions_unique'],
    },
    'prune what is old': {
      run: () => store.executions.prune({ ...PRUNE, finishedBefore: new Date(now.getTime() - 47 * HOUR) }),
      reads: ['executions executions_ended', 'sort', ...BY_ID],
    },
    'claim behind types that the node does not handle': {
      run: async () => expect(await claim('default', 10, ['fax'])).toHaveLength(10),
      reads: ['e executions_types', 'sort', ...BY_JOB, ...BY_ID],
    },
    'claim under limits behind types that the node does not handle': {
      run: async () => expect(await claim(LIMITED_QUEUE, 10, ['fax'])).toHaveLength(10),
      reads: ['e executions_types', ...RUNNING, 'sort', ...BY_JOB, ...BY_ID],
    },
    'next available of the types that the node handles': {
      run: () => store.executions.nextAvailableAt({ queues: ['default'], exceptTypes: ['fax'] }),
      reads: ['e executions_types'],
    },
    'history of a job': {
      run: async () => {
        const { items } = await store.executions.list({ tenant: null, jobId: BUSY_JOB, ...PAGE });
        expect(items).toHaveLength(PAGE.limit);
      },
      reads: ['e executions_history', ...COUNTED_OF_JOB],
      // A third of all executions are of this job, so that a scan soon reaches the limit up to which is counted.
      readsByWrongStatistics: ['e scan'],
    },
    'a page of all executions': {
      run: async () => {
        const after = { at: new Date(now.getTime() - 47 * HOUR), id: 'm' };
        const { items } = await store.executions.list({ tenant: null, ...PAGE, after });
        expect(items).toHaveLength(PAGE.limit);
      },
      // On PostgreSQL what runs is read apart, sorted, and put between the others.
      reads: ['e executions_listed', 'e executions_began', ...RUNNING.map(ofAlias), 'sort'],
    },
    'statistics of a job': {
      run: () => store.statistics.jobRunStatistics({ tenant: null, jobId: BUSY_JOB, latest: 100 }),
      // The hundred latest are sorted by what they are counted by.
      reads: ['e executions_history', 'sort'],
    },
    'statistics of what ended': {
      run: () =>
        store.statistics.endedExecutions({
          tenant: null,
          since: new Date(now.getTime() - 47.5 * HOUR),
          until: new Date(now.getTime() - 47.4 * HOUR),
        }),
      reads: ['executions executions_ended', 'sort'],
    },
    'series of what ended, by type': {
      run: async () => {
        const { points } = await series({ by: 'type' });
        expect(points.length).toBeGreaterThan(0);
      },
      reads: ['e executions_ended', ...RUNNING, ...RUNNING.map(ofAlias), 'sort'],
    },
    'series of the latest executions of a job': {
      run: () => series({ jobId: BUSY_JOB, mostRead: 100 }),
      // What runs of the job is among what is unfinished of it.
      reads: ['e executions_history', 'e executions_unfinished', ...RUNNING.map(ofAlias), 'sort'],
    },
  };

  function series(request: Partial<EndedSeriesRequest>) {
    const tenMinutes = HOUR / 6;
    const since = bucketOf(new Date(now.getTime() - 47.5 * HOUR), tenMinutes);
    const until = bucketAfter(since, tenMinutes);
    return store.statistics.endedSeries({
      tenant: null,
      jobId: null,
      since,
      until,
      bucketMs: tenMinutes,
      by: null,
      mostGroups: 10,
      mostRead: 100_000,
      ...request,
    });
  }

  async function settle(limit: number, outcome: Settlement['outcome']): Promise<void> {
    const claimed = await claim('default', limit);
    expect(claimed).toHaveLength(limit);
    const settlements = claimed.map((execution) => ({ execution, outcome }));
    const settled = await store.executions.settle({ settlements });
    expect(settled.every((one) => one !== null)).toBe(true);
  }

  async function fire(): Promise<void> {
    const job = buildJob(now, { nextRunAt: new Date(now.getTime() - 1_000) });
    await store.schedules.add({ jobs: [job] });
    const executions = [buildOccurrence(job, now)];
    const [result] = await store.schedules.fire({
      firings: [{ job, nextRunAt: null, lastRunAt: now, executions }],
    });
    expect(result?.kind).toBe('fired');
  }

  async function unexpectedReads(reads: readonly string[], statements: readonly Statement[]) {
    const allowed = new Set([...reads, ...reads.map((read) => read.replace(/^\w+/, '*'))]);
    const unexpected: string[] = [];
    for (const statement of statements)
      for (const access of await accessesOf(database, statement))
        if (!allowed.has(access)) unexpected.push(`${access}: ${statement.sql}`);
    return unexpected;
  }

  const moments: Readonly<Record<string, () => Promise<void>>> = {
    'before ANALYZE': async () => {},
    // It knows then how many rows there are, and nothing about them.
    ...(database.name === 'postgres' ? { 'after VACUUM alone': () => database.vacuum() } : {}),
    'after ANALYZE': () => database.analyze(),
    // On MariaDB the statements name their indexes.
    ...(database.name === 'mariadb' ? {} : { [OTHER_ROWS]: fillAnewAndAnalyzeEarly }),
  };

  async function fillAnewAndAnalyzeEarly(): Promise<void> {
    await database.empty();
    await fill({ analyzeEarly: true });
  }

  describe.each(Object.keys(moments))('%s, with 100,000 executions and jobs', (moment) => {
    beforeAll(() => moments[moment]!(), 300_000);

    it.each(Object.keys(operations))('%s reads no more rows than it needs (F208)', async (name) => {
      const operation = operations[name]!;
      const { readsByWrongStatistics: besides = [] } = operation;
      const reads = [...operation.reads, ...(moment === OTHER_ROWS ? besides : [])];
      const statements = await statementsOf(database, operation.run);
      expect(statements.length).toBeGreaterThan(0);
      expect(await unexpectedReads(reads, statements)).toEqual([]);
    });
  });
});

const PAGE = { sortOrder: 'desc', limit: 20, offset: 0 } as const;
const PRUNE = { statuses: ['success'], deadLettered: false, keep: null, limit: 100 } as const;
const UNIQUE = { key: 'key', endStates: [], periodMs: null, onConflict: 'skip' } as const;
