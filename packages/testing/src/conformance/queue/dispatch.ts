import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { QueueScene } from './queue-scene.js';

const A_WHILE_MS = 50;

export const dispatchGroup: ConformanceGroup<QueueScene> = {
  title: 'queue.dispatch',
  cases: {
    'says how it delivers': async ({ queue }) => {
      assert.ok(['signal', 'message'].includes(queue.delivery));
    },
    'reaches a consumer of the queue (F115)': async (scene) => {
      const { deliveries } = await scene.consume();
      const note = scene.note();
      await scene.dispatch(note);
      await eventually('the delivery', () => scene.announces(deliveries, note));
    },
    'delivers what its kind of delivery promises': async (scene) => {
      const { deliveries } = await scene.consume();
      const note = scene.note();
      await scene.dispatch(note);
      await eventually('the delivery', () => deliveries.length > 0);
      for (const { executionIds, queue } of deliveries) {
        assert.equal(queue, 'default');
        assert.deepEqual(executionIds, scene.queue.delivery === 'message' ? [note.executionId] : []);
      }
    },
    'announces every note of a batch (F130)': async (scene) => {
      const { deliveries } = await scene.consume();
      const notes = Array.from({ length: 20 }, () => scene.note());
      await scene.dispatch(...notes);
      await eventually('all deliveries', () => notes.every((note) => scene.announces(deliveries, note)));
    },
    'announces notes that come one after the other': async (scene) => {
      const { deliveries } = await scene.consume();
      for (let count = 0; count < 3; count += 1) {
        deliveries.length = 0;
        const note = scene.note();
        await scene.dispatch(note);
        await eventually('the delivery', () => scene.announces(deliveries, note));
      }
    },
    'does nothing for an empty batch': async (scene) => {
      const { deliveries } = await scene.consume();
      await scene.dispatch();
      await sleep(A_WHILE_MS);
      assert.equal(deliveries.length, 0);
    },
    'keeps queues apart': async (scene) => {
      const [a, b] = [await scene.consume({ queue: 'a' }), await scene.consume({ queue: 'b' })];
      const note = scene.note({ queue: 'b' });
      await scene.dispatch(note);
      await eventually('the delivery', () => scene.announces(b.deliveries, note));
      assert.equal(a.deliveries.length, 0);
    },
    'reaches the consumers of each queue that a batch names': async (scene) => {
      const [a, b] = [await scene.consume({ queue: 'a' }), await scene.consume({ queue: 'b' })];
      const [inA, inB] = [scene.note({ queue: 'a' }), scene.note({ queue: 'b' })];
      await scene.dispatch(inA, inB);
      await eventually('the delivery in a', () => scene.announces(a.deliveries, inA));
      await eventually('the delivery in b', () => scene.announces(b.deliveries, inB));
    },
    'takes a dispatch that comes twice': async (scene) => {
      const { deliveries } = await scene.consume();
      const [note, last] = [scene.note(), scene.note()];
      await scene.dispatch(note);
      await scene.dispatch(note);
      await scene.dispatch(last);
      await eventually(
        'the deliveries',
        () => scene.announces(deliveries, note) && scene.announces(deliveries, last),
      );
    },
    'distinguishes a later dispatch of the same execution by its fence': async (scene) => {
      const { deliveries } = await scene.consume();
      const note = scene.note();
      await scene.dispatch(note);
      await eventually('the first delivery', () => scene.announces(deliveries, note));
      deliveries.length = 0;
      await scene.dispatch({ ...note, fence: 1 });
      await eventually('the second delivery', () => scene.announces(deliveries, note));
    },
    'delivers what is due by the time that it is given, whatever its own clock says (F215)': async (
      scene,
    ) => {
      const { deliveries } = await scene.consume();
      const note = scene.note({ availableAt: new Date('2100-01-01T00:00:00Z') });
      await scene.queue.dispatch({ notes: [note], now: new Date('2100-01-01T00:00:01Z') });
      await eventually('the delivery', () => scene.announces(deliveries, note));
    },
    'delivers what is due, though it was put off by a wrong clock before (F215)': async (scene) => {
      const { deliveries } = await scene.consume();
      const note = scene.note({ availableAt: new Date('2100-01-01T00:00:00Z') });
      await scene.queue.dispatch({ notes: [note], now: new Date('2099-01-01T00:00:00Z') });
      await sleep(A_WHILE_MS);
      deliveries.length = 0;
      await scene.queue.dispatch({ notes: [note], now: new Date('2100-01-01T00:00:00Z') });
      await eventually('the delivery', () => scene.announces(deliveries, note));
    },
    'takes notes again that were dispatched with others': async (scene) => {
      const { deliveries } = await scene.consume();
      const notes = [scene.note(), scene.note()];
      await scene.dispatch(...notes);
      await scene.queue.dispatch({ notes, redelivery: true });
      await eventually('all deliveries', () => notes.every((note) => scene.announces(deliveries, note)));
    },
    'takes notes of a queue that nobody consumes': async (scene) => {
      await scene.dispatch(scene.note({ queue: 'nobody' }));
    },
  },
};
