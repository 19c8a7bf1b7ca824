import { isSchedulerError, isStepType } from '@scheduler/contracts';
import {
  DISPATCH_AGENT,
  problemOf,
  type SchedulerNode,
  type CompatibilityReport,
  TRIGGER_WORKFLOW,
} from '@scheduler/core';
import { halfUndoneRuns, strandedRuns } from '../application/runs-to-finish.js';
import type { CommandContext } from '../command/command-context.js';
import type { ConsoleIo } from '../output/console-io.js';
import { type Check, error, ok } from './check.js';
import { examineAlerts } from './check-alerts.js';
import { checkConnections, checkStore } from './check-store.js';
import { checkNodeVersion, checkVariables } from './check-environment.js';
import { checkCompatibility } from './check-compatibility.js';
import { examineEventReaders } from './check-event-readers.js';
import { checkWork } from './check-work.js';
import { checkWorkflows, type WorkflowFacts } from './check-workflows.js';

/** Runs all checks; those that need the store are left out without one. It changes nothing, except the tables of an embedded store. */
export async function examine({ env, io, unopenedNode }: CommandContext): Promise<readonly Check[]> {
  const surroundings = [checkNodeVersion(process.versions.node), checkVariables(env)];
  try {
    const node = await unopenedNode();
    const configured = ok('configuration', `it is valid; the store is ${node.store.name}`);
    return [...surroundings, configured, ...(await examineStore(node, io))];
  } catch (failure) {
    return [...surroundings, notConfigured(failure)];
  }
}

async function examineStore(node: SchedulerNode, io: ConsoleIo): Promise<readonly Check[]> {
  const health = await node.health({ mustRun: false, timeout: '10s' });
  const connections = checkConnections(node.store);
  const store = [...checkStore(health), ...(connections === null ? [] : [connections])];
  if (store.some(({ status }) => status === 'error')) return store;
  try {
    const work = checkWork({ health, typesWithoutJob: await typesWithoutJob(node) });
    return [
      ...store,
      ...work,
      ...checkCompatibility({ stored: await readStored(node, io), ...rulesOf(node) }),
      ...checkWorkflows({ ...(await readRuns(node)), ...rulesOf(node) }),
      ...(await examineEventReaders(node)),
      ...(await examineAlerts(node)),
    ];
  } catch (failure) {
    return [...store, notReadable(failure)];
  }
}

async function typesWithoutJob({ jobTypes, scheduler }: SchedulerNode): Promise<readonly string[]> {
  const found: string[] = [];
  for (const type of jobTypes.filter(isOfTheApplication)) {
    const { total } = await scheduler.list({
      types: [type],
      statuses: ['pending', 'active', 'paused'],
      limit: 1,
    });
    if (total === 0) found.push(type);
  }
  return found;
}

/** Some types are built in: they carry out the actions of event handlers, and send alerts. Steps are started by their workflows, never by jobs. */
const isOfTheApplication = (type: string) =>
  !type.startsWith('scheduler.alert.') &&
  type !== DISPATCH_AGENT &&
  type !== TRIGGER_WORKFLOW &&
  !isStepType(type);

/** Reads everything that has not ended, which takes time: hence the progress. */
async function readStored(node: SchedulerNode, io: ConsoleIo): Promise<CompatibilityReport> {
  const onProgress = ({ jobs, executions }: CompatibilityReport['checked']) =>
    io.progress(`checked ${jobs} jobs and ${executions} executions …`);
  const report = await node.checkCompatibility({ onProgress });
  io.progress(null);
  return report;
}

const MOST_NAMED = 5;

async function readRuns(node: SchedulerNode): Promise<Pick<WorkflowFacts, 'stranded' | 'halfUndone'>> {
  return { stranded: await strandedRuns(node), halfUndone: await halfUndoneRuns(node, MOST_NAMED) };
}

const rulesOf = ({ config }: SchedulerNode) => ({ acceptsUnknownTypes: config.unknownTypes === 'accept' });

function notConfigured(failure: unknown): Check {
  // The message may go on with an example of a file, which other commands print; the first line is enough here.
  const [message = ''] = messageOf(failure).split('\n');
  return error({
    name: 'configuration',
    message,
    wayOut: 'correct what the message names; scheduler init <folder> writes a working project',
  });
}

/** Errors of the scheduler never contain a URL of the user, only examples; other messages are redacted. */
function messageOf(failure: unknown): string {
  return isSchedulerError(failure) ? failure.message : problemOf(failure).message;
}

function notReadable(failure: unknown): Check {
  return error({
    name: 'store',
    message: `the stored jobs could not be read: ${problemOf(failure).message}`,
    wayOut:
      'scheduler health shows whether the store answers; --verbose of any command shows where the error happened',
  });
}
