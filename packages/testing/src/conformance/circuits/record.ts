import assert from 'node:assert/strict';
import { closedCircuit, ownedName } from '@scheduler/contracts/adapter';
import { assertApart, tamper } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';
import { openCircuit, OPTIONS, report } from './circuit-verbs.js';

export const recordInCircuit: ConformanceGroup<StoreScene> = {
  title: 'circuits.record, states and reset (F165, F166)',
  needs: 'circuits',
  cases: {
    'know no circuit at first, and none that has only succeeded': async (scene) => {
      assert.deepEqual(await report(scene, 'success'), { before: 'closed', circuit: closedCircuit('smtp') });
      assert.deepEqual(await scene.circuits.states(), []);
    },
    'count failures in a row': async (scene) => {
      await report(scene, 'failure');
      assert.equal((await report(scene, 'failure')).circuit.failures, 2);
      assert.equal((await report(scene, 'success')).circuit.failures, 0);
      assert.equal((await report(scene, 'failure')).circuit.state, 'closed');
    },
    'open a circuit that failed too often, until an instant of the store': async (scene) => {
      const now = await scene.now();
      const { before, circuit } = await openCircuit(scene);
      assert.deepEqual(
        [before, circuit.state, circuit.failures, circuit.error],
        ['closed', 'open', 3, 'refused'],
      );
      assertApart(circuit.retryAt, circuit.openedAt, OPTIONS.resetTimeoutMs);
      assert.ok(Math.abs((circuit.openedAt?.getTime() ?? 0) - now.getTime()) < MINUTE);
      assert.deepEqual(await scene.circuits.states(), [circuit]);
    },
    'lose none of the failures that come at once': async (scene) => {
      const options = { ...OPTIONS, failureThreshold: 1_000 };
      const failure = { name: 'smtp', options, result: 'failure', trial: null, error: 'refused' } as const;
      await Promise.all(Array.from({ length: 20 }, () => scene.circuits.record(failure)));
      assert.equal((await scene.circuits.states())[0]?.failures, 20);
    },
    'report to exactly one of several concurrent failures that the circuit opened': async (scene) => {
      const changes = await Promise.all(Array.from({ length: 6 }, () => report(scene, 'failure')));
      const opened = changes.filter(({ before, circuit }) => before === 'closed' && circuit.state === 'open');
      assert.equal(opened.length, 1);
    },
    'keep the circuits of tenants apart, however long their names are': async (scene) => {
      const [a, b] = ['a', 'b'].map((tenant) => ownedName(tenant.repeat(255), 's'.repeat(255))) as [
        string,
        string,
      ];
      await openCircuit(scene, a);
      await report(scene, 'failure', { name: b });
      assert.deepEqual(
        (await scene.circuits.states()).map(({ name, state }) => [name, state]),
        [
          [a, 'open'],
          [b, 'closed'],
        ],
      );
    },
    'keep circuits apart, by name': async (scene) => {
      await openCircuit(scene, 'smtp');
      await report(scene, 'failure', { name: 'billing' });
      const states = await scene.circuits.states();
      assert.deepEqual(
        states.map(({ name, state }) => [name, state]),
        [
          ['billing', 'closed'],
          ['smtp', 'open'],
        ],
      );
    },
    'close a circuit by hand, and know nothing to close where none has failed': async (scene) => {
      await openCircuit(scene);
      const change = await scene.circuits.reset({ name: 'smtp' });
      assert.equal(change?.before, 'open');
      assert.deepEqual(change?.circuit, closedCircuit('smtp', 2));
      assert.deepEqual(await scene.circuits.states(), [closedCircuit('smtp', 2)]);
      assert.equal(await scene.circuits.reset({ name: 'unknown' }), null);
    },
    'stay what they were when somebody changes what was handed out': async (scene) => {
      const { circuit } = await openCircuit(scene);
      tamper(() => Object.assign(circuit, { state: 'closed' }));
      assert.equal((await scene.circuits.states())[0]?.state, 'open');
    },
  },
};
