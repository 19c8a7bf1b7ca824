import { type Clock, defineHandler, type JobHandler, JobResult, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createHandler, type HandlerOptions, type Principal } from '@scheduler/http';
import { serve } from '@scheduler/http/node';
import { createMemoryStore } from '@scheduler/memory';
import { createWorkflows, type Workflows } from '@scheduler/workflow';
import { readFiles } from '../files/dashboard-files.js';
import { configOf, OPERATED_HANDLERS, OPERATED_WORKFLOWS } from './operations.js';

export interface ServedOptions extends Partial<HandlerOptions> {
  /** Default: some that succeed, and some that fail. */
  readonly handlers?: readonly JobHandler[];
  readonly clock?: Clock;
  /** The name of a circuit and of a limit. */
  readonly name?: string | undefined;
  /** Default: true. False: the store has no alerts, as one of an application may have none. */
  readonly keepsAlerts?: boolean;
}

export interface ServedDashboard {
  readonly node: SchedulerNode;
  readonly workflows: Workflows;
  /** Where the dashboard begins, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** The tokens that tests sign in with, by the role that they stand for. */
export const TOKENS: Readonly<Record<string, Principal>> = {
  'admin-token': { id: 'ada', kind: 'application', tenant: null, permissions: PRESETS.admin },
  'viewer-token': { id: 'vera', kind: 'application', tenant: null, permissions: PRESETS.viewer },
};

const HANDLERS = [
  defineHandler<{ readonly customer?: string; readonly to?: string }>({
    type: 'send_invoice',
    handle: async ({ payload }, { log }) => {
      log.info('rendering the invoice', { customer: payload.customer ?? null });
      if (payload.to === undefined || !payload.to.includes('@')) {
        log.error('the address has no @', { to: payload.to ?? null });
        return JobResult.failure({
          error: new TypeError(`"${payload.to ?? ''}" is not an e-mail address`),
          retry: false,
        });
      }
      log.info('sent');
      return JobResult.success({ sent: payload.to });
    },
  }),
  defineHandler({ type: 'greet', handle: async () => JobResult.success({ said: 'hello' }) }),
  defineHandler({
    type: 'break',
    handle: async ({ payload }) => {
      throw new Error(typeof payload === 'string' ? payload : 'the mail server said 451: try again later');
    },
  }),
];

/** A node with handlers, its API and the dashboard on a real port. */
export async function serveDashboard(
  folder: string,
  {
    handlers = HANDLERS,
    clock = new SystemClock(),
    name,
    keepsAlerts = true,
    ...options
  }: ServedOptions = {},
): Promise<ServedDashboard> {
  const workflows = createWorkflows({ definitions: OPERATED_WORKFLOWS });
  const store = createMemoryStore({ clock });
  const node = createSchedulerNode({
    clock,
    store: keepsAlerts ? store : { ...store, alerts: null },
    logger: silentLogger,
    workflows,
    handlers: [...handlers, ...OPERATED_HANDLERS],
    config: configOf(name),
    jobs: [],
  });
  const handler = createHandler({
    node,
    dashboard: readFiles(folder),
    environment: { name: 'staging', color: 'purple' },
    authenticate: ({ headers }) =>
      TOKENS[(headers.get('authorization') ?? '').slice('Bearer '.length)] ?? null,
    limits: { requestsPerMinute: 60_000, requestBurst: 10_000, streams: 100 },
    ...options,
  });
  const served = await serve(handler);
  return {
    node,
    workflows,
    url: `${served.url}/dashboard/`,
    close: async () => {
      await served.close();
      await node.stop();
    },
  };
}
