import { describeStore } from '@scheduler/console/stores';
import type { ScheduledJob } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { endServing, type ServedHandler } from '@scheduler/http/node';
import { SCHEDULER_NODE } from '@scheduler/inversify';
import type { Container } from 'inversify';
import { createReferenceContainer } from '../wiring/container.js';
import type { Environment } from '../settings/reference-config.js';
import {
  APP_STORE,
  DOMAINS,
  FULFILMENT_SERVICE,
  ONBOARDING_SERVICE,
  REFERENCE_CONFIG,
  TICKET_SERVICE,
} from '../settings/tokens.js';
import { declareEventHandlers } from './declare-event-handlers.js';
import { declareSchedules } from '../wiring/declare-schedules.js';
import { placeDemoOrders } from './demo-orders.js';
import { playDemoScene } from './demo-scene.js';
import { Narrator, type Summary } from './narrator.js';
import { serveApi } from './serve-api.js';
import { addExpiredReport, addSampleOrders, addSampleStock } from './sample-data.js';

export interface RunOptions {
  readonly env: Environment;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Resolves when the application is asked to stop. */
  readonly stopRequested: Promise<unknown>;
}

/** Runs the application until it is asked to stop. */
export async function runReferenceApp(options: RunOptions): Promise<void> {
  const { env, print, stopRequested } = options;
  const container = createReferenceContainer({ env });
  const node = container.get(SCHEDULER_NODE);
  const narrator = createNarrator(container, print);
  const stopListening = narrator.listen();
  let served: ServedHandler | null = null;
  await node.open();
  try {
    served = await open(container, print);
    await node.start();
    const endScene = await demonstrate(container, options);
    await stopRequested;
    endScene();
    print('stopping …');
  } finally {
    await (served === null ? node.stop() : endServing(served, { node }));
    stopListening();
  }
  print(summaryLine(await narrator.summary()));
}

async function open(container: Container, print: (line: string) => void): Promise<ServedHandler> {
  const { pace, dataDir } = container.get(REFERENCE_CONFIG);
  const node = container.get(SCHEDULER_NODE);
  await addSampleOrders(container.get(APP_STORE), node.clock.now());
  await addSampleStock(container.get(APP_STORE));
  const jobs = await declareSchedules(node);
  await declareEventHandlers(node.scheduler, container.getAll(DOMAINS));
  print(`Back office on @scheduler, pace ${pace}`);
  print(`  jobs   ${describeStore(node.config)}`);
  print(`  files  ${dataDir}`);
  const served = await serveApi(node, print);
  print('');
  for (const job of jobs) print(describeJob(job, node));
  print('');
  return served;
}

function describeJob({ name, trigger, nextRunAt }: ScheduledJob, { recurrence }: SchedulerNode): string {
  const next = nextRunAt === null ? 'never' : `${nextRunAt.toISOString().slice(0, 19)}Z`;
  return `  ${name.padEnd(26)}  ${recurrence.describe(trigger).padEnd(44)}  next ${next}`;
}

async function demonstrate(container: Container, { print, printError }: RunOptions): Promise<() => void> {
  const { pace, dataDir } = container.get(REFERENCE_CONFIG);
  if (pace !== 'demo') return () => undefined;
  const { clock } = container.get(SCHEDULER_NODE);
  await addExpiredReport(dataDir, clock.now());
  const surroundings = {
    clock,
    print: (line: string) => print(`          ${line}`),
    onError: (error: unknown) => printError(String(error)),
  };
  const endScene = await playDemoScene({
    tickets: container.get(TICKET_SERVICE),
    onboarding: container.get(ONBOARDING_SERVICE),
    ...surroundings,
  });
  const endOrders = await placeDemoOrders({ fulfilment: container.get(FULFILMENT_SERVICE), ...surroundings });
  return () => {
    endScene();
    endOrders();
  };
}

function createNarrator(container: Container, print: (line: string) => void): Narrator {
  const { events, scheduler } = container.get(SCHEDULER_NODE);
  const { dataDir } = container.get(REFERENCE_CONFIG);
  return new Narrator({ events, scheduler, domains: container.getAll(DOMAINS), dataDir, print });
}

function summaryLine({ completed, failed, domains }: Summary): string {
  const among = domains.length === 0 ? '' : ` in ${domains.join(', ')}`;
  return `stopped: ${completed} ${completed === 1 ? 'execution' : 'executions'} completed${among}; ${failed} failed`;
}
