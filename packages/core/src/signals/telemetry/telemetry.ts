import { type Channel, channel, subscribe as listen, unsubscribe as leave } from 'node:diagnostics_channel';
import { TELEMETRY_CHANNELS, type TelemetryMessages, type TelemetryName } from '@scheduler/contracts';

/** Held here, since Node forgets a channel that nobody refers to. */
const channels = Object.fromEntries(TELEMETRY_CHANNELS.map((name) => [name, channel(name)])) as Record<
  TelemetryName,
  Channel
>;

export type TelemetryListener<TName extends TelemetryName> = (
  message: TelemetryMessages[TName],
  name: TName,
) => void;

function isHeard(name: TelemetryName): boolean {
  return channels[name].hasSubscribers;
}

/** The message is made only if somebody listens. */
function publish<TName extends TelemetryName>(name: TName, message: () => TelemetryMessages[TName]): void {
  const { [name]: told } = channels;
  if (told.hasSubscribers) told.publish(message());
}

function subscribe<TName extends TelemetryName>(name: TName, listener: TelemetryListener<TName>): () => void {
  const heard = (message: unknown) => {
    try {
      listener(message as TelemetryMessages[TName], name);
    } catch (error) {
      // Node would end the process for it; whoever looks on must not disturb the work.
      process.emitWarning(`a listener of ${name} failed: ${String(error)}`, 'SchedulerTelemetryWarning');
    }
  };
  listen(name, heard);
  return () => void leave(name, heard);
}

/** One listener for several channels. Returns the way to leave them all. */
function subscribeMany<TName extends TelemetryName>(
  names: readonly TName[],
  listener: (message: TelemetryMessages[TName], name: TName) => void,
): () => void {
  const leaving = names.map((name) => subscribe(name, listener));
  return () => {
    for (const unsubscribe of leaving) unsubscribe();
  };
}

/**
 * What happens in this process, on the channels of Node's `diagnostics_channel`. Free while nobody listens.
 *
 * @example
 * const leave = telemetry.subscribe('scheduler:job:stop', ({ type, durationMs }) => histogram.observe({ type }, durationMs));
 */
export const telemetry = Object.freeze({ isHeard, publish, subscribe, subscribeMany });
