import type { SchedulerConfigInput } from '@scheduler/core';

/** Short leases, so that much happens within seconds. */
export const SIMULATED_LEASE_MS = 3_000;

export const SIMULATED_CONFIG: SchedulerConfigInput = {
  queues: { default: 4, side: 2 },
  pollInterval: '1s',
  lease: {
    duration: SIMULATED_LEASE_MS,
    heartbeat: 900,
    selfAbort: 2_000,
    rescueInterval: 700,
    rescueGrace: 0,
  },
  shutdownGrace: '1s',
  // Tight enough that executions sometimes wait.
  rateLimits: { global: '20/s', queues: { side: '2/s' }, types: { sim_flaky: '1/s' } },
  circuits: { service: { failureThreshold: 2, successThreshold: 1, resetTimeout: '2s' } },
};

/** Nodes that reserve before each claim claim nothing by settlements, so that workflows are simulated without limits of rates. */
export const CONFIG_OF_WORKFLOWS: SchedulerConfigInput = {
  ...SIMULATED_CONFIG,
  rateLimits: {},
};
