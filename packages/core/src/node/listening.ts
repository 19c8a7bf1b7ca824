import type { EventBus } from '@scheduler/contracts';
import type { CircuitView } from '../policies/circuits/circuit-view.js';
import type { EventFunctions } from '../event-triggers/event-functions.js';
import type { RunningAttempts } from '../execute/attempt/running-attempts.js';
import type { QueueWorker } from '../work/queue-worker.js';

export interface ListeningParts {
  readonly events: EventBus;
  readonly attempts: Pick<RunningAttempts, 'cancel'>;
  readonly worker: Pick<QueueWorker, 'settingsChanged'>;
  readonly circuitView: Pick<CircuitView, 'outdate'>;
  readonly functions: Pick<EventFunctions, 'listen' | 'unlisten'>;
}

export interface Listening {
  /** Hears what other nodes ask of this one. */
  listen(): void;
  unlisten(): void;
}

export function listening({ events, attempts, worker, circuitView, functions }: ListeningParts): Listening {
  let unsubscribe: (() => void)[] = [];
  const unlisten = () => {
    for (const leave of unsubscribe) leave();
    unsubscribe = [];
    functions.unlisten();
  };
  const listen = () => {
    unlisten();
    unsubscribe = [
      events.subscribe({
        names: ['scheduler:execution.cancel_requested'],
        listener: ({ data }) => void attempts.cancel(String(data.executionId), String(data.reason)),
      }),
      events.subscribe({
        names: ['scheduler:queue.paused', 'scheduler:queue.resumed', 'scheduler:queue.scaled'],
        listener: () => worker.settingsChanged(),
      }),
      events.subscribe({
        names: ['scheduler:circuit.opened', 'scheduler:circuit.half_opened', 'scheduler:circuit.closed'],
        listener: () => circuitView.outdate(),
      }),
    ];
    functions.listen();
  };
  return { listen, unlisten };
}
