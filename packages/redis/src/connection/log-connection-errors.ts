import type { Clock, Logger } from '@scheduler/contracts';
import { OutageLog } from '@scheduler/contracts/adapter';
import type { Redis } from 'ioredis';

export interface ConnectionErrorLog {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

const ACTIVITY = 'the connection to Redis';

/**
 * Logs the errors of connections to one Redis. While the first of them is not connected, all their errors are one outage, which is over
 * when it is ready again; it tries again several times a second. Returns the listener for errors of further connections.
 */
export function logConnectionErrors(
  clients: readonly [Redis, ...Redis[]],
  { logger, clock }: ConnectionErrorLog,
): (error: unknown) => void {
  const outages = OutageLog.of(logger, clock);
  const [first] = clients;
  const message = 'an error on a connection to Redis';
  const onError = (error: unknown) => {
    if (first.status === 'ready') logger.warn(message, { error: String(error) });
    else outages.failed({ activity: ACTIVITY, message, level: 'warn', error });
  };
  first.on('ready', () => outages.worked(ACTIVITY));
  for (const client of clients) client.on('error', onError);
  return onError;
}
