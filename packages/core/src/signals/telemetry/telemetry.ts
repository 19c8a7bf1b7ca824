import {
  type Channel,
  channel,
  subscribe as subscribeChannel,
  unsubscribe as unsubscribeChannel,
} from 'node:diagnostics_channel';
import { TELEMETRY_CHANNELS, type TelemetryMessages, type TelemetryName } from '@scheduler/contracts';

/** The channels are held here, since Node drops a channel that nothing refers to. */
const channels = Object.fromEntries(TELEMETRY_CHANNELS.map((name) => [name, channel(name)])) as Record<
  TelemetryName,
  Channel
>;

export type TelemetryListener<TName extends TelemetryName> = (
  message: TelemetryMessages[TName],
  name: TName,
) => void;

function hasSubscribers(name: TelemetryName): boolean {
  return channels[name].hasSubscribers;
}

/** Creates the message only if the channel has subscribers. */
function emit<TName extends TelemetryName>(name: TName, message: () => TelemetryMessages[TName]): void {
  const { [name]: target } = channels;
  if (target.hasSubscribers) target.publish(message());
}

function subscribe<TName extends TelemetryName>(name: TName, listener: TelemetryListener<TName>): () => void {
  const onMessage = (message: unknown) => {
    try {
      listener(message as TelemetryMessages[TName], name);
    } catch (error) {
      // Node would end the process for an error of a subscriber, which must not affect the work.
      process.emitWarning(`a listener of ${name} failed: ${String(error)}`, 'SchedulerTelemetryWarning');
    }
  };
  subscribeChannel(name, onMessage);
  return () => void unsubscribeChannel(name, onMessage);
}

/** Subscribes one listener to several channels. Returns a function that unsubscribes from all of them. */
function subscribeMany<TName extends TelemetryName>(
  names: readonly TName[],
  listener: (message: TelemetryMessages[TName], name: TName) => void,
): () => void {
  const unsubscribes = names.map((name) => subscribe(name, listener));
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

/**
 * What happens in this process, on the channels of Node's `diagnostics_channel`. It costs nothing without subscribers.
 *
 * @example
 * const unsubscribe = telemetry.subscribe('scheduler:job:stop', ({ type, durationMs }) => histogram.observe({ type }, durationMs));
 */
export const telemetry = Object.freeze({ hasSubscribers, emit, subscribe, subscribeMany });
