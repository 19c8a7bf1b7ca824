/** A short lease, so that a run takes seconds. Its proportions are those of the defaults. */
export const LEASE = {
  duration: 2_000,
  heartbeat: 500,
  selfAbort: 1_200,
  rescueInterval: 500,
};

/**
 * By how much the limits of the promises D and H, and of what the harness waits for, are multiplied. They are times of the wall clock, which
 * nobody can hold on a machine that does many other things; `npm test` has to pass there too.
 */
export const SLOWNESS = slowness(process.env.FAULTS_SLOWNESS ?? '1');

/** Promise D: nothing may be stuck for longer. */
export const PATIENCE_MS = SLOWNESS * (3 * LEASE.duration + 10_000);

/** Promise H: how soon after healing new work must have run. */
export const RECOVERY_MS = SLOWNESS * 15_000;

export const NODES = 4;

const VARIABLES = {
  SCHEDULER_WORKERS: '10',
  SCHEDULER_POLL_INTERVAL: '250ms',
  SCHEDULER_SHUTDOWN_GRACE: '500ms',
  // The jobs that the application declares are not part of the workload, because they never end.
  SCHEDULER_DECLARE_AT_START: 'false',
};

function slowness(text) {
  const factor = Number(text);
  if (factor >= 1 && factor <= 100) return factor;
  throw new Error(`FAULTS_SLOWNESS is '${text}': it must be a number from 1 to 100.`);
}

/** The environment of a node, without the user's own settings, which may be those of another store. */
export function environmentOf({ storeEnv, folder }) {
  const foreign = ([name]) => !name.startsWith('SCHEDULER_') && name !== 'NODE_OPTIONS';
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(foreign)),
    ...VARIABLES,
    ...storeEnv,
    REFERENCE_DATA_DIR: folder,
    REFERENCE_PACE: 'real',
  };
}
