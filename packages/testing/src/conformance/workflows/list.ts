import assert from 'node:assert/strict';
import type { ListRuns } from '@scheduler/contracts/adapter';
import { assertIds } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';
import { graphOf, step } from './graph-builders.js';
import { startChild, startRun } from './run-verbs.js';

const STEPS = [step('a')];
const PARENT = [step('ship', { kind: 'workflow', child: 'shipping' })];

const list = ({ workflows }: StoreScene, request: Partial<ListRuns> = {}) =>
  workflows.list({ tenant: null, sortOrder: 'desc', limit: 10, offset: 0, ...request });

/** Runs that were started a minute apart, oldest first. */
async function startMany(scene: StoreScene, ...props: readonly Parameters<typeof startRun>[2][]) {
  const runs = [];
  for (const one of props) {
    runs.push(await startRun(scene, STEPS, one));
    await scene.advance(MINUTE);
  }
  return runs;
}

export const listRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows.get, list and count',
  needs: 'workflows',
  cases: {
    'get shows a run to its tenant and to nobody else': async (scene) => {
      const { id } = await startRun(scene, STEPS, { tenant: 'acme' });
      const { workflows } = scene;
      assert.equal((await workflows.get({ id, tenant: 'acme' }))?.id, id);
      assert.equal((await workflows.get({ id, tenant: null }))?.id, id);
      assert.equal(await workflows.get({ id, tenant: 'other' }), null);
      assert.equal(await workflows.get({ id: 'nobody', tenant: null }), null);
    },
    'lists runs as they are stored, newest or oldest first': async (scene) => {
      const runs = await startMany(scene, {}, {}, {});
      const { items, total } = await list(scene);
      assertIds(items, [...runs].reverse());
      assert.equal(total, 3);
      assert.deepEqual(items[0], await runs[2]?.stored());
      assertIds((await list(scene, { sortOrder: 'asc' })).items, runs);
    },
    'lists in pages': async (scene) => {
      const runs = await startMany(scene, {}, {}, {});
      const page = await list(scene, { sortOrder: 'asc', limit: 2, offset: 1 });
      assertIds(page.items, runs.slice(1));
      assert.deepEqual([page.limit, page.offset, page.total], [2, 1, 3]);
      assertIds((await list(scene, { offset: 3 })).items, []);
    },
    'lists by tenant': async (scene) => {
      const [mine] = await startMany(scene, { tenant: 'acme' }, { tenant: 'other' }, {});
      assertIds((await list(scene, { tenant: 'acme' })).items, mine === undefined ? [] : [mine]);
      assert.equal((await list(scene)).total, 3);
    },
    'lists by name': async (scene) => {
      const refund = { graph: graphOf(STEPS, { name: 'refunds' }) };
      const [order, other] = await startMany(scene, {}, refund);
      assert.ok(order !== undefined && other !== undefined);
      assertIds((await list(scene, { names: ['refunds'] })).items, [other]);
      assertIds((await list(scene, { names: ['refunds', 'orders'] })).items, [other, order]);
      assertIds((await list(scene, { names: ['nothing'] })).items, []);
    },
    'lists by status': async (scene) => {
      const [done, failed, open] = await startMany(scene, {}, {}, {});
      assert.ok(done !== undefined && failed !== undefined && open !== undefined);
      await done.succeed('a');
      await failed.fail('a');
      assertIds((await list(scene, { statuses: ['completed'] })).items, [done]);
      assertIds((await list(scene, { statuses: ['running', 'failed'] })).items, [open, failed]);
      assertIds((await list(scene, { statuses: ['paused'] })).items, []);
    },
    'lists by attributes, all of which must be equal': async (scene) => {
      const [one, both] = await startMany(
        scene,
        { attributes: { customer: 'c1' } },
        { attributes: { customer: 'c1', region: 'e%_"\'ü' } },
        { attributes: { customer: 'c2' } },
        {},
      );
      assert.ok(one !== undefined && both !== undefined);
      assertIds((await list(scene, { attributes: { customer: 'c1' } })).items, [both, one]);
      const region = 'e%_"\'ü';
      assertIds((await list(scene, { attributes: { customer: 'c1', region } })).items, [both]);
      assertIds((await list(scene, { attributes: { region: 'e%' } })).items, []);
      assertIds((await list(scene, { attributes: { toString: 'x' } })).items, []);
    },
    'lists by parent': async (scene) => {
      const parent = await startRun(scene, PARENT);
      await scene.advance(MINUTE);
      const child = await startChild(parent, 'ship', STEPS);
      assertIds((await list(scene, { parent: null })).items, [parent]);
      assertIds((await list(scene, { parent: parent.id })).items, [child]);
      assertIds((await list(scene)).items, [child, parent]);
    },
    'lists without the runs of graphs that are known': async (scene) => {
      const refund = graphOf([step('a'), step('b')], { name: 'refunds' });
      const [one, other, ended] = await startMany(scene, {}, { graph: refund }, { graph: refund });
      assert.ok(one !== undefined && other !== undefined && ended !== undefined);
      await ended.succeed('a', 'b');
      const known = (await one.stored()).graphHash;
      assertIds((await list(scene, { exceptGraphs: [] })).items, [ended, other, one]);
      assertIds((await list(scene, { exceptGraphs: [known, 'unknown'] })).items, [ended, other]);
      const open = { names: ['orders', 'refunds'], statuses: ['running', 'paused'] } as const;
      assertIds((await list(scene, open)).items, [other, one]);
      assertIds((await list(scene, { ...open, names: ['orders'] })).items, [one]);
      const page = await list(scene, { ...open, exceptGraphs: [known] });
      assertIds(page.items, [other]);
      assert.equal(page.total, 1);
      assertIds((await list(scene, { ...open, names: ['orders'], exceptGraphs: [known] })).items, []);
    },
    'lists by everything at once': async (scene) => {
      const attributes = { customer: 'c1' };
      const [mine] = await startMany(
        scene,
        { tenant: 'acme', attributes },
        { attributes },
        { tenant: 'acme' },
      );
      assert.ok(mine !== undefined);
      const request = {
        tenant: 'acme',
        names: ['orders'],
        statuses: ['running'],
        attributes,
        parent: null,
      } as const;
      const { items, total } = await list(scene, request);
      assertIds(items, [mine]);
      assert.equal(total, 1);
    },
    'counts by workflow and status, for one tenant or for all': async (scene) => {
      const refund = { graph: graphOf(STEPS, { name: 'refunds' }) };
      const [done] = await startMany(scene, { tenant: 'acme' }, { tenant: 'acme' }, {}, refund);
      await done?.succeed('a');
      const counted = async (tenant: string | null) =>
        (await scene.workflows.count({ tenant })).map(
          ({ name, status, count }) => `${name} ${status} ${count}`,
        );
      assert.deepEqual((await counted('acme')).sort(), ['orders completed 1', 'orders running 1']);
      assert.deepEqual((await counted(null)).sort(), [
        'orders completed 1',
        'orders running 2',
        'refunds running 1',
      ]);
      assert.deepEqual(await counted('other'), []);
    },
  },
};
