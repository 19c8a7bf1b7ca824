import type { EventRecord } from '@scheduler/contracts/adapter';

/** The arguments that `next_events` reads: the number of events, and for each the number of its fields, their names and values. */
export function eventsToArgs(events: readonly EventRecord[]): (string | number)[] {
  return [events.length, ...events.flatMap(argsOf)];
}

/** The time comes first, where scripts look for it. */
function argsOf({ name, version, at, tenant, entity, entityId, jobId, cause, data }: EventRecord) {
  const fields = [
    ...['at', at.getTime()],
    ...['e', entity],
    ...['i', entityId],
    ...(tenant === null ? [] : ['t', tenant]),
    ...(jobId === null ? [] : ['j', jobId]),
    ...(cause === null ? [] : ['c', cause]),
    ...['n', name],
    ...(version === 1 ? [] : ['v', version]),
    ...(Object.keys(data).length === 0 ? [] : ['d', JSON.stringify(data)]),
  ];
  return [fields.length / 2, ...fields];
}
