import { jobType, type ScheduledJob, trigger } from '@scheduler/contracts';
import type { JobFilter, ScheduledJobProps } from '@scheduler/contracts/adapter';
import { assertIdsInAnyOrder } from '../kit/assertions.js';
import { POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

type Props = Partial<ScheduledJobProps>;
type Check = (scene: StoreScene) => Promise<void>;

/** The first jobs match the filter, the others do not. */
function finds(filter: JobFilter, matching: readonly Props[], others: readonly Props[]): Check {
  return async (scene) => {
    const expected: ScheduledJob[] = [];
    for (const props of matching) expected.push(await scene.addJob(props));
    for (const props of others) await scene.addJob(props);
    assertIdsInAnyOrder((await scene.listJobs(filter)).items, expected);
  };
}

const [A, B, C] = [jobType('type.a'), jobType('type.b'), jobType('type.c')];
const EARLY = new Date('2030-01-01T00:00:00Z');
const MIDDLE = new Date('2030-06-01T00:00:00Z');
const LATE = new Date('2031-01-01T00:00:00Z');
const inQueue = (queue: string): Props => ({ policies: { ...POLICIES, queue } });
const ended = { nextRunAt: null } as const;

export const listJobFilters: ConformanceGroup<StoreScene> = {
  title: 'schedules.list: filters (F103)',
  cases: {
    'finds everything without a condition': finds({}, [{}, { status: 'paused' }, { status: 'failed' }], []),
    'takes an empty condition as none': finds(
      { types: [], triggers: [], statuses: [], queues: [], tags: [], tagsAll: [] },
      [{}, { tags: ['a'] }],
      [],
    ),
    'finds by any of some types': finds({ types: [A, B] }, [{ type: A }, { type: B }], [{ type: C }]),
    'finds by kind of trigger (F31)': finds(
      { triggers: ['once', 'event'] },
      [{ trigger: trigger.once(LATE) }, { trigger: trigger.event('e') }],
      [{ trigger: trigger.every('1h') }, {}],
    ),
    'finds by the event that a trigger waits for': finds(
      { events: ['ticket:created', 'it\'s "quoted"'] },
      [
        { trigger: trigger.event('ticket:created') },
        { trigger: trigger.event('ticket:created', { allTenants: true }) },
        { trigger: trigger.event('it\'s "quoted"') },
      ],
      [{ trigger: trigger.event('ticket:created2') }, { trigger: trigger.event('Ticket:created') }, {}],
    ),
    'finds by owner, nobody among them': finds(
      { owners: ['acme', null] },
      [{ tenant: 'acme' }, { tenant: null }],
      [{ tenant: 'other' }],
    ),
    'finds jobs that are expected to succeed within some time': finds(
      { expected: true, statuses: ['active', 'pending'] },
      [
        { policies: { ...POLICIES, expectWithinMs: HOUR } },
        { policies: { ...POLICIES, expectWithinMs: 2 * HOUR }, tenant: 'acme', status: 'pending' },
      ],
      [{}, { policies: { ...POLICIES, expectWithinMs: HOUR }, status: 'paused' }],
    ),
    'finds by any of some statuses (F95)': finds(
      { statuses: ['paused', 'completed'] },
      [{ status: 'paused' }, { status: 'completed', ...ended }],
      [{}, { status: 'pending' }, { status: 'failed', ...ended }],
    ),
    'finds by any of some queues': finds(
      { queues: ['mail', 'reports'] },
      [inQueue('mail'), inQueue('reports')],
      [{}, inQueue('mails')],
    ),
    'finds by any of some tags (F63)': finds(
      { tags: ['red', 'blue'] },
      [{ tags: ['red'] }, { tags: ['green', 'blue'] }, { tags: ['red', 'blue'] }],
      [{ tags: [] }, { tags: ['green'] }, { tags: ['reddish'] }],
    ),
    'finds by all of some tags': finds(
      { tagsAll: ['red', 'blue'] },
      [{ tags: ['blue', 'red'] }, { tags: ['red', 'green', 'blue'] }],
      [{ tags: ['red'] }, { tags: ['blue', 'reddish'] }, {}],
    ),
    'takes every character of a tag literally': finds(
      { tags: ['a%', '"b"', 'c_d'] },
      [{ tags: ['a%'] }, { tags: ['"b"'] }, { tags: ['c_d'] }],
      [{ tags: ['ab'] }, { tags: ['b'] }, { tags: ['cxd'] }],
    ),
    'finds by time of creation': finds(
      { createdAfter: new Date(MIDDLE.getTime() - HOUR), createdBefore: new Date(MIDDLE.getTime() + HOUR) },
      [{ createdAt: MIDDLE }],
      [{ createdAt: EARLY }, { createdAt: LATE }],
    ),
    'finds by time of the next run, never those that have none': finds(
      { nextRunAfter: new Date(MIDDLE.getTime() - HOUR) },
      [{ nextRunAt: MIDDLE }, { nextRunAt: LATE }],
      [{ nextRunAt: EARLY }, { nextRunAt: null }],
    ),
    'finds what runs next before an instant, never those that have none': finds(
      { nextRunBefore: new Date(MIDDLE.getTime() + HOUR) },
      [{ nextRunAt: MIDDLE }, { nextRunAt: EARLY }],
      [{ nextRunAt: LATE }, { nextRunAt: null }],
    ),
    'finds by part of the name': finds(
      { nameContains: 'sale' },
      [{ name: 'weekly-sales' }, { name: 'sale' }],
      [{ name: 'salt' }],
    ),
    'finds by part of the name whatever the case of its letters': finds(
      { nameContains: 'SaLe' },
      [{ name: 'weekly-SALES' }, { name: 'Sale' }, { name: 'wholesale' }],
      [{ name: 'salt' }],
    ),
    'takes % in a part of the name literally': finds(
      { nameContains: '0%' },
      [{ name: 'over 100% full' }],
      [{ name: 'over 100 full' }, { name: '0 and % apart' }],
    ),
    'takes _ in a part of the name literally': finds(
      { nameContains: 'a_b' },
      [{ name: 'xa_bx' }],
      [{ name: 'xaxbx' }],
    ),
    'takes \\ in a part of the name literally': finds(
      { nameContains: 'c:\\temp' },
      [{ name: 'clean c:\\temp' }],
      [{ name: 'clean c:temp' }, { name: 'clean c:/temp' }],
    ),
    'takes a quote in a part of the name literally': finds(
      { nameContains: "'s" },
      [{ name: "bob's job" }],
      [{ name: 'bobs job' }],
    ),
    'finds by target': finds({ targetId: 't-1' }, [{ targetId: 't-1' }], [{ targetId: 't-10' }, {}]),
    'finds by creator': finds({ createdBy: 'ann' }, [{ createdBy: 'ann' }], [{ createdBy: 'anna' }, {}]),
    'wants every given condition to hold': finds(
      { types: [A], statuses: ['active'], tags: ['red', 'blue'], tagsAll: ['green'], nameContains: 'x' },
      [{ type: A, tags: ['red', 'green'], name: 'x1' }],
      [
        { type: B, tags: ['red', 'green'], name: 'x2' },
        { type: A, tags: ['red', 'green'], name: 'y' },
        { type: A, tags: ['green'], name: 'x3' },
        { type: A, tags: ['red'], name: 'x4' },
        { type: A, tags: ['red', 'green'], name: 'x5', status: 'paused' },
      ],
    ),
    'shows a tenant only its own jobs': async (scene) => {
      const own = await scene.addJob({ tenant: 'a' });
      await scene.addJob({ tenant: 'b' });
      await scene.addJob();
      const page = await scene.listJobs({ tenant: 'a' });
      assertIdsInAnyOrder(page.items, [own]);
    },
  },
};
