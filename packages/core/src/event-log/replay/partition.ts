import type { LoggedEvent } from '@scheduler/contracts';

/** A part of all rows, so that a log of any length is folded in bounded memory: the executions of a job are in the part of their job. */
export interface Partition {
  readonly index: number;
  readonly count: number;
}

/** Events that name several rows, of which those of other parts are not known here and change nothing. */
const OF_MANY: ReadonlySet<string> = new Set([
  'ExecutionsDeleted',
  'WorkflowsDeleted',
  'WorkflowGraphStored',
]);

export function hasEvent(partition: Partition, { name, jobId, entityId }: LoggedEvent): boolean {
  return OF_MANY.has(name) || hasKey(partition, jobId ?? entityId);
}

export function hasKey({ index, count }: Partition, key: string): boolean {
  return count === 1 || hashOf(key) % count === index;
}

/** FNV-1a, of which only the spread matters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
