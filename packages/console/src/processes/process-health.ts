import type { ProcessPlace } from './process-place.js';

export interface ProcessState {
  readonly process: number;
  readonly state: 'starting' | 'working' | 'stopping' | 'down';
  readonly pid: number | null;
  readonly node: string | null;
  readonly since: string | null;
  readonly rss: number | null;
  readonly restarts: number;
}

/** One health for all processes of a supervisor. */
export interface ProcessesHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly wanted: number;
  readonly working: number;
  readonly processes: readonly ProcessState[];
}

/** Healthy: every process works. Degraded: some do. Unhealthy: none does, or all are about to end. */
export function healthOf(places: readonly ProcessPlace[], isStopping: boolean): ProcessesHealth {
  const processes = places.map(stateOf);
  const working = processes.filter(({ state }) => state === 'working').length;
  const some = working === processes.length ? 'healthy' : 'degraded';
  return {
    status: working === 0 || isStopping ? 'unhealthy' : some,
    wanted: processes.length,
    working,
    processes,
  };
}

function stateOf({ number, current, restarts, works }: ProcessPlace): ProcessState {
  const rest = {
    pid: current?.pid ?? null,
    node: current?.node ?? null,
    since: current?.startedAt.toISOString() ?? null,
    rss: current?.rss ?? null,
    restarts,
  };
  if (current === null) return { process: number, state: 'down', ...rest };
  if (current.isStopping) return { process: number, state: 'stopping', ...rest };
  return { process: number, state: works ? 'working' : 'starting', ...rest };
}
