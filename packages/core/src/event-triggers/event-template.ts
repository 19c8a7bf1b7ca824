import { createHash } from 'node:crypto';
import type { EventPayload, JsonObject, TriggeredEvent, TriggeringEvent } from '@scheduler/contracts';

/** What an event contributes to the work that it creates. The event and its handler decide all of it, so that every node gets the same. */

/** The id of the work of a handler or job for an event. It is the same on every node, so that the work is created once. */
export function workIdOf(event: TriggeredEvent, creator: { readonly id: string }): string {
  const parts = JSON.stringify([event.name, event.tenant, event.id, creator.id]);
  return `event-${createHash('sha256').update(parts).digest('base64url')}`;
}

export function payloadOf(template: EventPayload | undefined, { data }: TriggeredEvent): JsonObject {
  return template === undefined || template === 'event' ? data : { ...template, event: data };
}

/** The metadata for a job that waits for the event. Its payload is its own, so that the metadata carry the data. */
export function metadataWithData(metadata: JsonObject, event: TriggeredEvent): JsonObject {
  return { ...metadata, event: triggering(event, event.data) };
}

/** The metadata for the work of an action, whose payload carries the data. */
export function metadataWithoutData(metadata: JsonObject | undefined, event: TriggeredEvent): JsonObject {
  return { ...metadata, event: triggering(event, null) };
}

function triggering({ id, name, at }: TriggeredEvent, data: JsonObject | null): TriggeringEvent {
  return { id, name, at: at.toISOString(), data };
}
