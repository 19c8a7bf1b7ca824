import assert from 'node:assert/strict';
import { type Execution, jobType, type ListPosition, type Page, positionOf } from '@scheduler/contracts';
import type { ExecutionFilter, NewExecution } from '@scheduler/contracts/adapter';
import { assertIds, assertIdsInAnyOrder } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

type Props = Partial<NewExecution>;

/** The first executions match the filter, the others do not. */
function finds(filter: ExecutionFilter, [matching, others]: [readonly Props[], readonly Props[]]) {
  return async (scene: StoreScene) => {
    const expected: Execution[] = [];
    for (const props of matching) expected.push(await scene.addExecution(props));
    for (const props of others) await scene.addExecution(props);
    assertIdsInAnyOrder((await scene.listExecutions(filter)).items, expected);
  };
}

async function settled(scene: StoreScene, ...[outcome]: [Parameters<StoreScene['settle']>[1]]) {
  await scene.addExecution();
  return scene.settle(await scene.claimOne(), outcome);
}

const [A, B] = [jobType('type.a'), jobType('type.b')];
const at = (day: number) => new Date(Date.UTC(2030, 0, day));
const on = (day: number): Props => ({ scheduledAt: at(day) });

export const listExecutions: ConformanceGroup<StoreScene> = {
  title: 'executions.list (F105)',
  cases: {
    'finds everything without a condition': finds({}, [[{}, { queue: 'q' }, { tenant: 'a' }], []]),
    'takes an empty condition as none': finds({ types: [], statuses: [], queues: [] }, [[{}, {}], []]),
    'finds by type': finds({ types: [A] }, [[{ type: A }], [{ type: B }, {}]]),
    'finds by queue': finds({ queues: ['a', 'b'] }, [
      [{ queue: 'a' }, { queue: 'b' }],
      [{ queue: 'ab' }, {}],
    ]),
    'finds by job': async (scene) => {
      const [job, other] = [await scene.addJob(), await scene.addJob()];
      const executions = [await scene.addManualRun(job), await scene.addManualRun(job)];
      await scene.addManualRun(other);
      await scene.addExecution();
      assertIdsInAnyOrder((await scene.listExecutions({ jobId: job.id })).items, executions);
      assert.equal((await scene.listExecutions({ jobId: 'nobody' })).total, 0);
    },
    'finds by status': async (scene) => {
      const failed = await settled(scene, outcomes.failed());
      const timedOut = await settled(scene, outcomes.failed({ status: 'timeout' }));
      await settled(scene, outcomes.succeeded());
      await scene.addExecution();
      const { items } = await scene.listExecutions({ statuses: ['failed', 'timeout'] });
      assertIdsInAnyOrder(items, [failed, timedOut]);
    },
    'finds dead letters, or the others': async (scene) => {
      const dead = await settled(scene, outcomes.failed({ deadLetterQueue: 'dead' }));
      const failed = await settled(scene, outcomes.failed());
      assertIds((await scene.listExecutions({ deadLettered: true })).items, [dead]);
      assertIds((await scene.listExecutions({ deadLettered: false })).items, [failed]);
      assert.equal((await scene.listExecutions()).total, 2);
    },
    'finds since an instant, that instant included': finds({ since: at(2) }, [[on(2), on(3)], [on(1)]]),
    'finds until an instant, that instant included': finds({ until: at(2) }, [[on(2), on(1)], [on(3)]]),
    'takes the start for the time of what was started': async (scene) => {
      await scene.addExecution({ scheduledAt: await scene.fromNow(-HOUR) });
      const since = await scene.fromNow(-MINUTE);
      assert.equal((await scene.listExecutions({ since })).total, 0);
      const claimed = await scene.claimOne();
      assertIds((await scene.listExecutions({ since })).items, [claimed]);
    },
    'wants every given condition to hold': finds({ types: [A], queues: ['q'], since: at(2) }, [
      [{ type: A, queue: 'q', ...on(3) }],
      [
        { type: B, queue: 'q', ...on(3) },
        { type: A, queue: 'r', ...on(3) },
        { type: A, queue: 'q', ...on(1) },
      ],
    ]),
    'shows a tenant only its own executions': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      const own = [await scene.addExecution({ tenant: 'a' }), await scene.addManualRun(job)];
      await scene.addExecution({ tenant: 'b' });
      await scene.addExecution();
      assertIdsInAnyOrder((await scene.listExecutions({ tenant: 'a' })).items, own);
      assert.equal((await scene.listExecutions({ tenant: 'b', jobId: job.id })).total, 0);
    },
    'orders by time, oldest first or latest first': async (scene) => {
      const [b, c, a] = [
        await scene.addExecution(on(2)),
        await scene.addExecution(on(3)),
        await scene.addExecution(on(1)),
      ];
      assertIds((await scene.listExecutions({ sortOrder: 'asc' })).items, [a, b, c]);
      assertIds((await scene.listExecutions({ sortOrder: 'desc' })).items, [c, b, a]);
    },
    'orders what was started by its start': async (scene) => {
      const early = await scene.addExecution({ scheduledAt: await scene.fromNow(-2 * HOUR), queue: 'a' });
      const late = await scene.addExecution({ scheduledAt: await scene.fromNow(-HOUR), queue: 'b' });
      await scene.advance(MINUTE);
      await scene.claimOne({ queue: 'a' });
      assertIds((await scene.listExecutions()).items, [late, early]);
    },
    'orders equal ones by id': async (scene) => {
      const executions = [await scene.addExecution(on(1)), await scene.addExecution(on(1))];
      assertIds((await scene.listExecutions()).items, executions);
    },
    'goes on after a place in the order, and neither loses nor repeats one of many equal instants (F252)':
      async (scene) => {
        const ids: string[] = [];
        for (let number = 0; number < 30; number += 1) {
          const day = number < 24 ? 2 : 1 + (number % 3);
          ids.push((await scene.addExecution(on(day))).id);
        }
        for (const filter of [{}, { types: [(await scene.addExecution(on(2))).type] }])
          for (const sortOrder of ['asc', 'desc'] as const) {
            const whole = (await scene.listExecutions({ ...filter, sortOrder })).items.map(({ id }) => id);
            const paged: string[] = [];
            for (let after: ListPosition | null = null; ;) {
              const request = { ...filter, sortOrder, limit: 7, ...(after === null ? {} : { after }) };
              const page: Page<Execution> = await scene.listExecutions(request);
              paged.push(...page.items.map(({ id }) => id));
              const last = page.items.at(-1);
              if (last === undefined) break;
              after = positionOf(last);
            }
            assert.deepEqual(paged, whole);
            assert.ok(ids.every((id) => paged.includes(id)));
          }
      },
    'goes on after an execution that is not there any more, within every other condition': async (scene) => {
      const all: Execution[] = [];
      for (let number = 0; number < 5; number += 1)
        all.push(await scene.addExecution({ ...on(2), queue: 'q' }));
      await scene.addExecution({ ...on(2), queue: 'r' });
      await scene.addExecution({ ...on(2), queue: 'q', tenant: 'a' });
      const [a, b, c, d, e] = all.sort((x, y) => (x.id < y.id ? -1 : 1)).map(({ id }) => id);
      const between = { at: at(2), id: `${b}!` };
      const find = async (request: object) =>
        (await scene.listExecutions({ queues: ['q'], ...request })).items
          .filter(({ tenant }) => tenant === null)
          .map(({ id }) => id);
      assert.deepEqual(await find({ after: between, sortOrder: 'asc' }), [c, d, e]);
      assert.deepEqual(await find({ after: between, sortOrder: 'desc' }), [b, a]);
      assert.deepEqual(await find({ after: { at: at(1), id: 'z' }, sortOrder: 'asc' }), [a, b, c, d, e]);
      assert.deepEqual(await find({ after: { at: at(1), id: 'z' }, sortOrder: 'desc' }), []);
      assert.deepEqual(await find({ after: { at: at(3), id: 'z' }, until: at(1), sortOrder: 'desc' }), []);
      const own = await scene.listExecutions({
        tenant: 'a',
        after: { at: at(3), id: 'z' },
        sortOrder: 'desc',
      });
      assert.equal(own.items.length, 1);
      const within = { after: { at: at(1), id: 'z' }, since: at(2), until: at(2), sortOrder: 'asc' } as const;
      const page = await scene.listExecutions({ ...within, limit: 2, offset: 1, statuses: ['pending'] });
      assert.equal(page.items.length, 2);
      assert.deepEqual((await scene.listExecutions({ ...within, since: at(3) })).items.length, 0);
    },
    'returns a page and how many match in all': async (scene) => {
      const all: Execution[] = [];
      for (let day = 1; day <= 5; day += 1) all.push(await scene.addExecution(on(day)));
      const page = await scene.listExecutions({ limit: 2, offset: 3 });
      assertIds(page.items, all.slice(3));
      assert.equal(page.total, 5);
      assert.equal(page.limit, 2);
      assert.equal(page.offset, 3);
      const behind = await scene.listExecutions({ limit: 2, offset: 9 });
      assert.deepEqual([...behind.items], []);
      assert.equal(behind.total, 5);
    },
  },
};
