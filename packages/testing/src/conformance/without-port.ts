import assert from 'node:assert/strict';
import { FeatureNotSupported, trigger } from '@scheduler/contracts';
import { missingPort, type OptionalPort } from '@scheduler/contracts/adapter';
import {
  createSchedulerNode,
  type SchedulerNode,
  type SchedulerNodeOptions,
  type WorkflowEngine,
} from '@scheduler/core';
import type { ConformanceGroup } from './kit/group.js';
import type { StoreScene } from './kit/store-scene.js';

type Use = (
  create: (config?: SchedulerNodeOptions['config'], options?: Partial<SchedulerNodeOptions>) => SchedulerNode,
) => unknown;

/** Workflows of a program as a node sees them. */
const NEEDS_RUNS: WorkflowEngine = {
  handlers: [],
  dispatcher: { start: () => Promise.resolve({ workflowId: '' }) },
  jobs: null,
  attach: () => undefined,
};

/** What needs each port. A node refuses it where the store does not have the port. */
const USES: Readonly<Record<OptionalPort, readonly Use[]>> = {
  statistics: [
    (create) => create().statistics.metrics(),
    (create) => create().statistics.series(),
    (create) => create().scheduler.getMetrics(),
  ],
  circuits: [
    (create) => create({ circuits: { smtp: {} } }),
    (create) => create().circuits.register('smtp'),
    (create) => create().circuits.getAllStates(),
  ],
  rateLimits: [
    (create) => create({ rateLimits: { global: '10/s' } }),
    (create) => create().rateLimits.acquire('global'),
    (create) => create().rateLimits.status(),
    (create) => create().rateLimits.reset('global'),
  ],
  eventHandlers: [
    (create) => create().scheduler.triggerEvent('order.paid'),
    (create) => create().scheduler.onEvent('order.paid', () => undefined, { name: 'notify' }),
    (create) => create().scheduler.eventHandlers(),
  ],
  workflows: [(create) => create({}, { workflows: NEEDS_RUNS })],
  tenantUsage: [
    (create) => create({ quotas: { jobs: 1 } }),
    (create) => create({ quotas: { tenants: { acme: { waiting: 1 } } } }),
  ],
  alerts: [
    (create) => create().alerts.rules(),
    (create) => create().alerts.list(),
    (create) => create().alerts.silence({ reason: 'a move', createdBy: 'ada', duration: '1h' }),
    (create) => create().alerts.evaluate(),
    (create) =>
      create({ unknownTypes: 'accept' }).scheduler.schedule({
        type: 'work',
        trigger: trigger.every('1h'),
        expectWithin: '2h',
      }),
  ],
  // That it is missing is said where something reads it.
  eventLog: [],
  access: [
    (create) => create().access.apiKeys.create({ name: 'deployment', tenant: null, preset: 'viewer' }),
    (create) => create().access.apiKeys.list({ tenant: null }),
    (create) => create().access.auditLog.list({ tenant: null }),
    (create) => create().access.idempotency.begin({ tenant: null, scope: 's', key: 'k', requestHash: 'h' }),
  ],
};

/** The rule that takes the place of the rules of a port which a store says that it does not have. */
export function withoutPort(port: OptionalPort): ConformanceGroup<StoreScene> {
  return {
    title: `without ${port}`,
    cases: {
      [`has no port ${port}, and a node on it refuses whatever needs it`]: async ({ store }) => {
        assert.equal(store[port] ?? null, null, `the store has the port ${port}: let the suite certify it`);
        const expected = missingPort(port, store.capabilities.name).message;
        for (const use of USES[port]) {
          const refused = async () =>
            use((config = {}, options = {}) => createSchedulerNode({ ...options, store, config }));
          await assert.rejects(refused, (error) => {
            assert.ok(error instanceof FeatureNotSupported, `expected a refusal, got ${String(error)}`);
            assert.equal(error.message, expected);
            return true;
          });
        }
      },
    },
  };
}
