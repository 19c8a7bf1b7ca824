import type { EventBus } from '@scheduler/contracts';
import type { CircuitView } from '../policies/circuits/circuit-view.js';
import type { EventFunctions } from '../event-triggers/event-functions.js';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { QueueWorker } from '../work/queue-worker.js';

export interface ListeningParts {
  readonly events: EventBus;
  readonly leases: Pick<LeaseKeeper, 'cancel'>;
  readonly worker: Pick<QueueWorker, 'settingsChanged'>;
  readonly circuitView: Pick<CircuitView, 'markStale'>;
  readonly functions: Pick<EventFunctions, 'listen' | 'stopListening'>;
  /** Follows the runs of workflows that this process advances. Returns how to stop it. */
  readonly followWorkflows: () => () => void;
}

export interface Listening {
  /** Subscribes to the events by which other nodes ask something of this one. */
  listen(): void;
  stopListening(): void;
}

export function listening({
  events,
  leases,
  worker,
  circuitView,
  functions,
  followWorkflows,
}: ListeningParts): Listening {
  let unsubscribe: (() => void)[] = [];
  const stopListening = () => {
    for (const leave of unsubscribe) leave();
    unsubscribe = [];
    functions.stopListening();
  };
  const listen = () => {
    stopListening();
    unsubscribe = [
      followWorkflows(),
      events.subscribe({
        names: ['scheduler:execution.cancel_requested'],
        listener: ({ data }) => void leases.cancel(String(data.executionId), String(data.reason)),
      }),
      events.subscribe({
        names: ['scheduler:queue.paused', 'scheduler:queue.resumed', 'scheduler:queue.scaled'],
        listener: () => worker.settingsChanged(),
      }),
      events.subscribe({
        names: ['scheduler:circuit.opened', 'scheduler:circuit.half_opened', 'scheduler:circuit.closed'],
        listener: () => circuitView.markStale(),
      }),
    ];
    functions.listen();
  };
  return { listen, stopListening };
}
