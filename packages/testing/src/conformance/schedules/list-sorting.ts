import assert from 'node:assert/strict';
import type { JobSortField, ScheduledJob, SortOrder } from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { assertIds } from '../kit/assertions.js';
import { POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

type Props = Partial<ScheduledJobProps>;

/** Adds jobs in this order, and expects them in the order of the positions. */
function sorts(
  sortBy: JobSortField,
  sortOrder: SortOrder,
  [props, order]: [readonly Props[], readonly number[]],
) {
  return async (scene: StoreScene) => {
    const jobs: ScheduledJob[] = [];
    for (const one of props) jobs.push(await scene.addJob(one));
    const expected = order.flatMap((position) => jobs[position] ?? []);
    assertIds((await scene.listJobs({ sortBy, sortOrder })).items, expected);
  };
}

const at = (day: number) => new Date(Date.UTC(2030, 0, day));
const created: Props[] = [{ createdAt: at(2) }, { createdAt: at(3) }, { createdAt: at(1) }];
const named: Props[] = [{ name: 'b' }, { name: 'c' }, { name: 'a' }];
const nextRuns: Props[] = [
  { nextRunAt: null },
  { nextRunAt: at(2) },
  { nextRunAt: at(3) },
  { nextRunAt: null },
  { nextRunAt: at(1) },
];
const prioritised: Props[] = ([5, 9, 0] as const).map((priority) => ({
  policies: { ...POLICIES, priority },
}));

const twins = (props: Props): Props[] => [{ ...props }, { ...props }, { ...props }];

async function addMany(scene: StoreScene, count: number): Promise<ScheduledJob[]> {
  const jobs: ScheduledJob[] = [];
  for (let day = 1; day <= count; day += 1) jobs.push(await scene.addJob({ createdAt: at(day) }));
  return jobs;
}

export const listJobSorting: ConformanceGroup<StoreScene> = {
  title: 'schedules.list: order and pages (F104)',
  cases: {
    'sorts by creation, oldest first': sorts('createdAt', 'asc', [created, [2, 0, 1]]),
    'sorts by creation, latest first': sorts('createdAt', 'desc', [created, [1, 0, 2]]),
    'sorts by name': sorts('name', 'asc', [named, [2, 0, 1]]),
    'sorts by name, backwards': sorts('name', 'desc', [named, [1, 0, 2]]),
    'sorts by priority, the most urgent first': sorts('priority', 'asc', [prioritised, [2, 0, 1]]),
    'sorts by priority, the least urgent first': sorts('priority', 'desc', [prioritised, [1, 0, 2]]),
    'sorts by next run, those without one last': sorts('nextRunAt', 'asc', [nextRuns, [4, 1, 2, 0, 3]]),
    'sorts by next run backwards, those without one still last': sorts('nextRunAt', 'desc', [
      nextRuns,
      [2, 1, 4, 0, 3],
    ]),
    'orders equal ones by id': sorts('createdAt', 'asc', [twins({ createdAt: at(1) }), [0, 1, 2]]),
    'orders equal ones by id in either order': sorts('priority', 'desc', [twins({}), [0, 1, 2]]),
    'returns a page and how many match in all': async (scene) => {
      const jobs = await addMany(scene, 5);
      const page = await scene.listJobs({ limit: 2, offset: 1 });
      assertIds(page.items, jobs.slice(1, 3));
      assert.equal(page.total, 5);
      assert.equal(page.limit, 2);
      assert.equal(page.offset, 1);
    },
    'counts only what matches': async (scene) => {
      await addMany(scene, 3);
      await scene.addJob({ name: 'special' });
      const page = await scene.listJobs({ nameContains: 'special', limit: 1 });
      assert.equal(page.total, 1);
    },
    'shows each job on exactly one page': async (scene) => {
      const jobs: ScheduledJob[] = [];
      for (let count = 0; count < 7; count += 1) jobs.push(await scene.addJob({ createdAt: at(1) }));
      const pages = await Promise.all(
        [0, 3, 6].map((offset) => scene.listJobs({ sortOrder: 'desc', limit: 3, offset })),
      );
      const seen = pages.flatMap(({ items }) => items.map(({ id }) => id));
      assert.equal(new Set(seen).size, jobs.length);
    },
    'gives an empty page behind the end, with the total': async (scene) => {
      await addMany(scene, 2);
      const page = await scene.listJobs({ limit: 10, offset: 10 });
      assert.deepEqual([...page.items], []);
      assert.equal(page.total, 2);
    },
  },
};
