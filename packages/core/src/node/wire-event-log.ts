import {
  ConfigurationInvalid,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
} from '@scheduler/contracts';
import { EventHistory } from '../event-log/event-history.js';
import { type EventReader, reader } from '../event-log/readers/define-reader.js';
import { EventReaders } from '../event-log/readers/event-readers.js';
import { ReaderRunner } from '../event-log/readers/reader-runner.js';
import type { PublishOutput } from '../execute/call-handler.js';
import type { NodeLife } from './wire-reports.js';
import type { PresentParts } from './present-ports.js';
import type { Services } from './wire-services.js';

export interface WiredEventLog {
  readonly eventLog: EventHistory;
  readonly eventReaders: EventReaders;
  /** Reads the log for each subscription and projection of this node, while it runs. */
  readonly readers: readonly ReaderRunner[];
}

interface Surroundings {
  readonly services: Pick<Services, 'id' | 'storeTime'>;
  readonly life: Pick<NodeLife, 'admit' | 'changes'>;
  readonly publishOutput: PublishOutput;
}

/** What reads the event log. Every call of it is refused where the store has none, or where it is off. */
export function wireEventLog(
  parts: PresentParts,
  { services, life: { admit, changes }, publishOutput }: Surroundings,
): WiredEventLog {
  const { events, config, eventLog: log, ports } = parts;
  const { pollIntervalMs, lease } = config;
  const runner = (of: EventReader) =>
    new ReaderRunner({
      ...parts,
      reader: of,
      log,
      node: services.id,
      storeTime: services.storeTime,
      changes,
      pollIntervalMs,
      leaseMs: lease.durationMs,
    });
  const isServed = ports.has('eventLog') && ports.has('eventHandlers');
  return {
    eventLog: new EventHistory({
      ...parts,
      workflows: ports.has('workflows') ? parts.workflows : null,
      admit,
      changes,
      pollIntervalMs,
      // What is published on the bus was changed before, whatever it is.
      onRemoteChange: (listener) => events.subscribe({ names: [], listener }),
    }),
    eventReaders: new EventReaders(log),
    readers: [
      ...differentNames(parts.eventReaders ?? []).map(runner),
      ...(isServed ? [runner(servingEmitted(publishOutput))] : []),
    ],
  };
}

/** Serves the event handlers and the jobs that wait for what handlers have emitted. The position makes each of them served once. */
function servingEmitted(publishOutput: PublishOutput): EventReader {
  return reader({
    kind: 'subscription',
    name: 'scheduler:emitted',
    from: 'now',
    names: null,
    handle: ({ data, position, tenant }: LoggedEvent) =>
      publishOutput(String(data['name']), dataOf(data), { id: `event-${position}`, tenant }),
  });
}

function dataOf({ data = null }: JsonObject): JsonValue {
  return data;
}

function differentNames(readers: readonly EventReader[]): readonly EventReader[] {
  const twice = readers.find(
    ({ name }, index) => readers.findIndex((other) => other.name === name) !== index,
  );
  if (twice === undefined) return readers;
  throw new ConfigurationInvalid({
    field: 'subscriptions',
    value: twice.name,
    problem: 'is the name of two readers of the event log',
    accepted: 'names that differ, since each has a checkpoint of its own',
  });
}
