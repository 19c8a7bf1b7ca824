import { readArguments } from './call/call-arguments.js';
import { carryOut } from './call/carry-out.js';
import { type ClientOptions, readSettings } from './call/client-settings.js';
import type { ApiAnswer } from './call/read-answer.js';
import { isOperation, type Operation, type OperationId, readOperation } from './call/read-operation.js';
import type { SchedulerClient } from './client.js';
import { InvalidArgument } from './errors/client-errors.js';
import { OPERATIONS } from './generated/operations.js';
import { iterate } from './pages/iterate.js';
import { eventStream } from './stream/event-stream.js';
import type { StreamOptions } from './stream/stream-options.js';

const STREAM = 'events.stream';

/**
 * A client of the REST API, for browsers and Node.js.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://jobs.example.com/api/v1/scheduler', token: () => session.token });
 * const job = await client.jobs.createCron({ name: 'daily-report', schedule: '0 9 * * *', handler_name: 'report' });
 * await client.jobs.pause(job.id, { reason: 'holidays' }, { ifMatch: job });
 */
export function createClient(options: ClientOptions): SchedulerClient {
  const settings = readSettings(options);
  // What is wrong with an argument rejects, as everything else does.
  const send = async (operation: Operation, given: readonly unknown[]): Promise<ApiAnswer> =>
    carryOut(settings, readArguments(operation, given));
  const groups: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(OPERATIONS) as OperationId[]) {
    const [group = '', method = ''] = name.split('.');
    const operation = readOperation(name);
    const call = async (...given: readonly unknown[]) => (await send(operation, given)).value;
    groups[group] = { ...groups[group], [method]: call };
  }
  groups['events'] = {
    ...groups['events'],
    stream: (given: StreamOptions = {}) => eventStream(settings, given),
  };
  const others = {
    send: async (name: unknown, ...given: readonly unknown[]) => send(operationOf(name, 'send'), given),
    iterate: (name: unknown, ...given: readonly unknown[]) => {
      const operation = operationOf(name, 'iterate');
      return iterate(operation, given, (page) => send(operation, page));
    },
  };
  return { ...groups, ...others } as unknown as SchedulerClient;
}

function operationOf(name: unknown, method: 'iterate' | 'send'): Operation {
  const operation = isOperation(name) && name !== STREAM ? readOperation(name) : null;
  if (operation !== null && (method === 'send' || operation.pages !== null)) return operation;
  const accepted =
    method === 'send' ? 'an operation, such as jobs.get' : 'an operation with pages, such as jobs.list';
  throw new InvalidArgument(`${method}: operation`, `is not ${accepted}`);
}
