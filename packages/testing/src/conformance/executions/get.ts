import assert from 'node:assert/strict';
import { assertSameExecution } from '../kit/assertions.js';
import { buildExecution } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

export const getExecution: ConformanceGroup<StoreScene> = {
  title: 'executions.get',
  cases: {
    'says null for an id that nobody has': async (scene) => {
      assert.equal(await scene.executions.get({ id: 'nobody', tenant: null }), null);
      assert.equal(await scene.executions.get({ id: 'constructor', tenant: null }), null);
    },
    'keeps the circuit of its policy': async (scene) => {
      const policy = { ...buildExecution(await scene.now()).policy, circuit: 'smtp' };
      const { id } = await scene.addExecution({ policy });
      assert.equal((await scene.execution({ id })).policy.circuit, 'smtp');
      assert.equal((await scene.claimOne()).policy.circuit, 'smtp');
    },
    'gives a tenant its own execution': async (scene) => {
      const execution = await scene.addExecution({ tenant: 'a' });
      assertSameExecution(await scene.executions.get({ id: execution.id, tenant: 'a' }), execution);
    },
    'says null for the execution of another tenant': async (scene) => {
      const { id } = await scene.addExecution({ tenant: 'a' });
      assert.equal(await scene.executions.get({ id, tenant: 'b' }), null);
    },
    'says null to a tenant for an execution that nobody owns': async (scene) => {
      const { id } = await scene.addExecution();
      assert.equal(await scene.executions.get({ id, tenant: 'a' }), null);
    },
    'gives every execution where no tenant is named': async (scene) => {
      const execution = await scene.addExecution({ tenant: 'a' });
      assertSameExecution(await scene.executions.get({ id: execution.id, tenant: null }), execution);
    },
  },
};
