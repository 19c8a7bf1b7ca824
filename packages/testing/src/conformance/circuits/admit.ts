import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';
import { admit, openCircuit, OPTIONS, report } from './circuit-verbs.js';

/** A circuit that is half-open, and the mark of its one trial. */
async function halfOpen(scene: StoreScene): Promise<number> {
  await openCircuit(scene);
  await scene.advance(OPTIONS.resetTimeoutMs + MINUTE);
  const { granted, trial } = await admit(scene);
  assert.equal(granted, 1);
  assert.ok(trial !== null);
  return trial;
}

export const admitThroughCircuit: ConformanceGroup<StoreScene> = {
  title: 'circuits.admit (F165)',
  needs: 'circuits',
  cases: {
    'lets everything through a closed circuit, as no trial': async (scene) => {
      const { granted, trial, before } = await admit(scene);
      assert.deepEqual([granted, trial, before], [5, null, 'closed']);
      assert.deepEqual(await scene.circuits.states(), []);
    },
    'lets nothing through an open circuit': async (scene) => {
      await openCircuit(scene);
      await scene.advance(OPTIONS.resetTimeoutMs - MINUTE);
      const { granted, circuit } = await admit(scene);
      assert.deepEqual([granted, circuit.state], [0, 'open']);
    },
    'lets trials through when its time has come, so many at once': async (scene) => {
      await openCircuit(scene);
      await scene.advance(OPTIONS.resetTimeoutMs);
      const first = await admit(scene, 5, { halfOpenTrials: 3 });
      assert.deepEqual([first.granted, first.before, first.circuit.state], [3, 'open', 'half_open']);
      const second = await admit(scene, 5, { halfOpenTrials: 3 });
      assert.deepEqual([second.granted, second.before], [0, 'half_open']);
    },
    'lets no more trials through to many who ask at once': async (scene) => {
      await openCircuit(scene);
      await scene.advance(OPTIONS.resetTimeoutMs);
      const admissions = await Promise.all(Array.from({ length: 10 }, () => admit(scene, 1)));
      assert.equal(
        admissions.reduce((sum, { granted }) => sum + granted, 0),
        1,
      );
      assert.equal(admissions.filter(({ before }) => before === 'open').length, 1);
    },
    'closes after enough successes of trials': async (scene) => {
      const trial = await halfOpen(scene);
      assert.equal((await report(scene, 'success', { trial })).circuit.state, 'half_open');
      assert.equal((await admit(scene)).granted, 1);
      const { before, circuit } = await report(scene, 'success', { trial });
      assert.deepEqual([before, circuit.state, circuit.failures], ['half_open', 'closed', 0]);
    },
    'opens again at the failure of a trial': async (scene) => {
      const trial = await halfOpen(scene);
      const { before, circuit } = await report(scene, 'failure', { trial });
      assert.deepEqual([before, circuit.state], ['half_open', 'open']);
      assert.equal((await admit(scene)).granted, 0);
    },
    'forgets a trial that was abandoned, and one that does not come back': async (scene) => {
      const trial = await halfOpen(scene);
      await report(scene, 'abandoned', { trial });
      assert.equal((await admit(scene)).granted, 1);
      await scene.advance(OPTIONS.resetTimeoutMs + MINUTE);
      assert.equal((await admit(scene)).granted, 1);
    },
    'does not care about results from another time': async (scene) => {
      const trial = await halfOpen(scene);
      await report(scene, 'failure');
      await report(scene, 'failure', { trial: trial - 1 });
      assert.equal((await scene.circuits.states())[0]?.state, 'half_open');
    },
  },
};
