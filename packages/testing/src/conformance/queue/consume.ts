import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { gate, type QueueScene } from './queue-scene.js';

const A_WHILE_MS = 50;

export const consumeGroup: ConformanceGroup<QueueScene> = {
  title: 'queue.consume',
  cases: {
    'never has more deliveries under way than its concurrency': async (scene) => {
      const door = gate();
      let [underWay, most] = [0, 0];
      const { deliveries } = await scene.consume({
        concurrency: 2,
        deliver: async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await door.opened;
          underWay -= 1;
        },
      });
      for (let count = 0; count < 6; count += 1) await scene.dispatch(scene.note());
      await eventually('a delivery', () => deliveries.length > 0);
      await sleep(A_WHILE_MS);
      assert.ok(most <= 2, `${most} deliveries were under way at once`);
      door.open();
      await eventually('their end', () => underWay === 0);
      assert.ok(most <= 2, `${most} deliveries were under way at once`);
    },
    'forgets no note that comes while a delivery is under way': async (scene) => {
      const door = gate();
      let started = 0;
      const { deliveries } = await scene.consume({
        concurrency: 1,
        deliver: async () => {
          started += 1;
          if (started === 1) await door.opened;
        },
      });
      await scene.dispatch(scene.note());
      await eventually('the first delivery', () => started === 1);
      deliveries.length = 0;
      const note = scene.note();
      await scene.dispatch(note);
      door.open();
      await eventually('the second delivery', () => scene.announces(deliveries, note));
    },
    'delivers again what there was no room for (F129)': async (scene) => {
      const notes = Array.from({ length: 5 }, () => scene.note());
      const taken: string[] = [];
      await scene.consume({
        deliver: async ({ executionIds }) => {
          taken.push(...executionIds.slice(0, 1));
          return executionIds.slice(1);
        },
      });
      await scene.dispatch(...notes);
      if (scene.queue.delivery === 'signal') return;
      await eventually('all of them', () => notes.every(({ executionId }) => taken.includes(executionId)));
    },
    'goes on after a delivery that threw': async (scene) => {
      let isFirst = true;
      const { deliveries } = await scene.consume({
        deliver: async () => {
          if (!isFirst) return;
          isFirst = false;
          throw new Error('the consumer is broken');
        },
      });
      await scene.dispatch(scene.note());
      await eventually('the first delivery', () => deliveries.length > 0);
      await sleep(A_WHILE_MS);
      deliveries.length = 0;
      const note = scene.note();
      await scene.dispatch(note);
      await eventually('the second delivery', () => scene.announces(deliveries, note));
    },
    'starts no delivery after it is closed': async (scene) => {
      const { deliveries, consumer } = await scene.consume();
      await consumer.close();
      await scene.dispatch(scene.note());
      await sleep(A_WHILE_MS);
      assert.equal(deliveries.length, 0);
    },
    'starts no delivery after it is closed, though notes came while one was under way': async (scene) => {
      const door = gate();
      const { deliveries, consumer } = await scene.consume({ concurrency: 1, deliver: () => door.opened });
      await scene.dispatch(scene.note());
      await eventually('the first delivery', () => deliveries.length === 1);
      await scene.dispatch(scene.note());
      await sleep(A_WHILE_MS);
      const closed = consumer.close();
      door.open();
      await closed;
      const count = deliveries.length;
      await sleep(A_WHILE_MS);
      assert.equal(deliveries.length, count);
    },
    'can be closed again': async (scene) => {
      const { consumer } = await scene.consume();
      await consumer.close();
      await consumer.close();
    },
    'leaves other consumers of the queue alone when it is closed': async (scene) => {
      const [closed, open] = [await scene.consume(), await scene.consume()];
      await closed.consumer.close();
      const note = scene.note();
      await scene.dispatch(note);
      await eventually('the delivery', () => scene.announces(open.deliveries, note));
    },
  },
};
