import assert from 'node:assert/strict';
import type { Execution, ExecutionLog } from '@scheduler/contracts';
import { buildLog } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

async function claimNew(scene: StoreScene, tenant: string | null = null): Promise<Execution> {
  await scene.addExecution({ tenant });
  return scene.claimOne();
}

const append = (scene: StoreScene, { id, fence }: Execution, lines: readonly ExecutionLog[]) =>
  scene.executions.appendLogs({ executionId: id, fence, lines });

const read = (scene: StoreScene, executions: readonly Execution[], tenant: string | null = null) =>
  scene.executions.logs({ executionIds: executions.map(({ id }) => id), tenant });

const messages = (lines: readonly ExecutionLog[]) => lines.map(({ message }) => message);

export const logsGroup: ConformanceGroup<StoreScene> = {
  title: 'executions.appendLogs and logs',
  cases: {
    'keeps lines as they were (F60, F223)': async (scene) => {
      const claimed = await claimNew(scene);
      const at = await scene.now();
      const lines = (['debug', 'info', 'warn', 'error'] as const).map((level, index) =>
        buildLog(claimed.id, new Date(at.getTime() + index), {
          level,
          message: `${level}: ü "quoted" \\ % \n second line`,
          context: { rows: index, list: [1, { a: null }] },
        }),
      );
      assert.equal(await append(scene, claimed, lines), true);
      const stored = await read(scene, [claimed]);
      assert.deepEqual(
        stored.map((line) => ({ ...line })),
        lines,
      );
    },
    'gives lines oldest first, and those of one instant in the order of writing': async (scene) => {
      const claimed = await claimNew(scene);
      const [early, late] = [await scene.now(), await scene.fromNow(MINUTE)];
      const line = (message: string, at: Date) => buildLog(claimed.id, at, { message });
      await append(scene, claimed, [line('3', late), line('1', early)]);
      await append(scene, claimed, [line('2', early), line('4', late)]);
      assert.deepEqual(messages(await read(scene, [claimed])), ['1', '2', '3', '4']);
    },
    'gives the lines of several executions together': async (scene) => {
      const [a, b, c] = [await claimNew(scene), await claimNew(scene), await claimNew(scene)];
      const [first, second] = [await scene.now(), await scene.fromNow(MINUTE)];
      await append(scene, a, [buildLog(a.id, second, { message: 'a' })]);
      await append(scene, b, [buildLog(b.id, first, { message: 'b' })]);
      await append(scene, c, [buildLog(c.id, first, { message: 'c' })]);
      assert.deepEqual(messages(await read(scene, [a, b])), ['b', 'a']);
    },
    'keeps the lines of every attempt': async (scene) => {
      const first = await claimNew(scene);
      await append(scene, first, [buildLog(first.id, await scene.now(), { message: 'first' })]);
      await scene.loseAndRescue();
      const second = await scene.claimOne();
      await append(scene, second, [buildLog(second.id, await scene.now(), { message: 'second' })]);
      assert.deepEqual(messages(await read(scene, [second])), ['first', 'second']);
    },
    'accepts no line at all': async (scene) => {
      const claimed = await claimNew(scene);
      assert.equal(await append(scene, claimed, []), true);
      assert.deepEqual([...(await read(scene, [claimed]))], []);
    },
    'refuses lines for an execution that nobody has': async (scene) => {
      const line = buildLog('nobody', await scene.now());
      assert.equal(
        await scene.executions.appendLogs({ executionId: 'nobody', fence: 1, lines: [line] }),
        false,
      );
    },
    'gives nothing for no execution, or for one that nobody has': async (scene) => {
      assert.deepEqual([...(await scene.executions.logs({ executionIds: [], tenant: null }))], []);
      assert.deepEqual([...(await scene.executions.logs({ executionIds: ['nobody'], tenant: null }))], []);
    },
    'shows a tenant only the lines of its own executions': async (scene) => {
      const [a, b] = [await claimNew(scene, 'a'), await claimNew(scene, 'b')];
      for (const claimed of [a, b]) {
        await append(scene, claimed, [buildLog(claimed.id, await scene.now(), { message: claimed.id })]);
      }
      assert.deepEqual(messages(await read(scene, [a, b], 'a')), [a.id]);
      assert.equal((await read(scene, [a, b])).length, 2);
    },
  },
};
