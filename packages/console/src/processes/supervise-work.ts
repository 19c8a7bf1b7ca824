import type { SchedulerNode } from '@scheduler/core';
import type { CommandContext } from '../command/command-context.js';
import { StopRequests } from './stop-requests.js';
import { ConsoleError } from '../output/console-error.js';
import { withoutOptions } from './child-words.js';
import { serveHealth } from './health-server.js';
import { healthOf } from './process-health.js';
import { ProcessReports } from './process-reports.js';
import { SUPERVISOR_OPTIONS, type Supervision } from './supervision.js';
import { Supervisor } from './supervisor.js';

/** What a node may take to end besides its grace period, as `docs/deployment.md` says, and some more. */
const BEYOND_GRACE_MS = 15_000;

export interface SupervisedWork {
  readonly supervision: Supervision;
  /** Whether processes end by themselves when their work or their time is over. */
  readonly mayEnd: boolean;
}

/** Runs `schedule:work` in several processes until stopped. Resolves to the exit code. */
export async function superviseWork(context: CommandContext, work: SupervisedWork): Promise<number> {
  const { io } = context;
  // It is loaded to see what it works on, and never opened: what is wrong with it is said once, and not by each process.
  const node = await context.unopenedNode();
  refuseUnsharedStore(node);
  const reports = new ProcessReports(io);
  const supervisor = new Supervisor({
    ...work.supervision,
    mayEnd: work.mayEnd,
    graceMs: node.config.shutdownGraceMs + BEYOND_GRACE_MS,
    reports,
    launch: {
      command: [...context.program, ...withoutOptions(context.argv, SUPERVISOR_OPTIONS)],
      cwd: context.cwd,
      env: context.env,
    },
  });
  const stops = new StopRequests(io);
  const roll = () => supervisor.roll();
  io.signals.on('SIGHUP', roll);
  try {
    await Promise.race([supervise(supervisor, { work, stops, reports }), stops.second]);
    return 0;
  } finally {
    io.signals.off('SIGHUP', roll);
    stops.dispose();
    // After a second signal nothing is waited for.
    supervisor.kill();
  }
}

interface Shift {
  readonly work: SupervisedWork;
  readonly stops: StopRequests;
  readonly reports: ProcessReports;
}

async function supervise(supervisor: Supervisor, { work, stops, reports }: Shift): Promise<void> {
  const { processes, health } = work.supervision;
  const current = () => healthOf(supervisor.places, supervisor.isStopping);
  const served = health === null ? null : await serveHealth(health, current);
  const where = served === null ? '' : `; their health is at ${served.url}`;
  reports.report({
    event: 'processes.starting',
    text: `${processes} processes work under pid ${process.pid}${where}; Ctrl-C stops them, SIGHUP replaces them one after the other`,
    fields: { processes, pid: process.pid, health: served?.url ?? null },
  });
  void stops.first.then((reason) => {
    reports.report({
      event: 'processes.stopping',
      text: `stopping (${reason}): running handlers may finish; a second signal ends at once`,
      fields: { reason },
    });
    supervisor.stop(reason);
  });
  try {
    await supervisor.run();
  } finally {
    served?.close();
  }
  reports.report({ event: 'processes.stopped', text: 'stopped' });
}

/** Processes that share nothing would each work on a store of their own, which is empty. */
function refuseUnsharedStore({ store }: SchedulerNode): void {
  if (store.durable) return;
  throw new ConsoleError(
    'STORE_NOT_SHARED',
    `--processes: the ${store.name} store lives in one process, and others would not see its jobs; accepted: a store that processes share, such as SCHEDULER_STORE=sqlite or postgres, or schedule:work without --processes`,
  );
}
