import type { JsonObject, LoggedEvent } from '@scheduler/contracts';

/** Makes the data of one version out of that of the version before. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** For each name the upcasters of its versions: the first one makes version 2 out of version 1. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

/** Every event is still what it was when it was first written. A new version gets its upcaster here. */
export const UPCASTERS: Upcasters = Object.freeze({});

/** The event in the version that this build writes. One of a version or a name that it does not know is left as it is. */
export function upcast<TEvent extends Pick<LoggedEvent, 'name' | 'version' | 'data'>>(
  event: TEvent,
  upcasters: Upcasters = UPCASTERS,
): TEvent {
  const steps = Object.hasOwn(upcasters, event.name) ? (upcasters[event.name] ?? []) : [];
  const missing = steps.slice(event.version - 1);
  if (missing.length === 0) return event;
  const data = missing.reduce<JsonObject>((before, step) => step(before), event.data);
  return { ...event, version: event.version + missing.length, data };
}
