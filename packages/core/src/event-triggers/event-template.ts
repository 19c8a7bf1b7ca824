import { createHash } from 'node:crypto';
import type { EventPayload, JsonObject, TriggeredEvent, TriggeringEvent } from '@scheduler/contracts';

/** What the event gives to the work that it makes. All of it is decided by the event and its handler alone. */

/** The same for the same event and the same handler or job, on whatever node: what exists is not made again. */
export function workIdOf(event: TriggeredEvent, maker: { readonly id: string }): string {
  const parts = JSON.stringify([event.name, event.tenant, event.id, maker.id]);
  return `event-${createHash('sha256').update(parts).digest('base64url')}`;
}

export function payloadOf(template: EventPayload | undefined, { data }: TriggeredEvent): JsonObject {
  return template === undefined || template === 'event' ? data : { ...template, event: data };
}

/** Of a job that waits for the event: its payload is its own, so that the metadata carry the data. */
export function metadataWithData(metadata: JsonObject, event: TriggeredEvent): JsonObject {
  return { ...metadata, event: triggering(event, event.data) };
}

/** Of the work of an action, whose payload has the data. */
export function metadataWithoutData(metadata: JsonObject | undefined, event: TriggeredEvent): JsonObject {
  return { ...metadata, event: triggering(event, null) };
}

function triggering({ id, name, at }: TriggeredEvent, data: JsonObject | null): TriggeringEvent {
  return { id, name, at: at.toISOString(), data };
}
