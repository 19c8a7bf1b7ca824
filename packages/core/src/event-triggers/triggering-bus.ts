import {
  type BusEvent,
  type EventBus,
  EventInvalid,
  isTenant,
  type SubscribeEvents,
  TENANT_RULE,
} from '@scheduler/contracts';
import { accepting, date, fields, isFunction, isPlainObject, listOf } from '@scheduler/contracts/adapter';
import { argument, checkArguments, rejecting, throwing } from '../support/input/arguments.js';
import { byItsSchema, reference } from '../support/input/common-arguments.js';
import { problemOfEventName } from '../support/input/event-name.js';
import type { EventParts } from './event-parts.js';
import { serveEvent } from './serve-event.js';

const names = listOf(reference, 'a list of names; an empty one stands for all events');
const events = listOf(
  fields(
    {
      name: reference,
      at: date,
      tenant: byItsSchema,
      data: accepting(isPlainObject, 'is not an object', '{ key: value }'),
    },
    '{ name, at, tenant, data }',
  ),
  'a list of events',
);

/**
 * The bus as applications see it: publishing an event of the application triggers it. The publishing node serves the stored handlers and
 * jobs, once; nodes that receive the event over the bus call functions only.
 */
export class TriggeringBus implements EventBus {
  static {
    checkArguments<EventBus>(TriggeringBus, {
      publish: rejecting(
        EventInvalid,
        argument('request', fields({ events }, '{ events: [{ name, at, tenant, data }] }')),
      ),
      subscribe: throwing(
        EventInvalid,
        argument(
          'request',
          fields({ names, listener: isFunction('a function (event) => …') }, '{ names, listener }'),
        ),
      ),
      wants: throwing(EventInvalid, argument('name', reference)),
    });
  }

  constructor(private readonly parts: EventParts) {}

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    for (const event of events) checkTenant(event);
    for (const event of events) if (problemOfEventName(event.name) === null) await this.serve(event);
    await this.parts.bus.publish({ events });
  }

  subscribe(request: SubscribeEvents): () => void {
    return this.parts.bus.subscribe(request);
  }

  wants(name: string): boolean {
    return problemOfEventName(name) === null || this.parts.bus.wants(name);
  }

  /** Publishing is best effort: a caller that needs to know whether the event was served uses `triggerEvent`. */
  private async serve(event: BusEvent): Promise<void> {
    const { schedules, ids, logger } = this.parts;
    try {
      await this.parts.quotas.checkWaiting(event);
      await serveEvent(this.parts, { ...event, at: await schedules.now(), id: ids.next() }, false);
    } catch (error) {
      logger.error('an event was not served', { event: event.name, error: String(error) });
    }
  }
}

/** An event whose tenant is missing must not become one that belongs to nobody, which others receive. */
function checkTenant({ name, tenant }: BusEvent): void {
  if (tenant === null || isTenant(tenant)) return;
  throw new EventInvalid({
    field: `tenant of the event ${name}`,
    value: tenant,
    problem: tenant === undefined ? 'is missing' : 'is not a tenant',
    accepted: `null for none, or ${TENANT_RULE}`,
  });
}
