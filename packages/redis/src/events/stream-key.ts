import { DEFAULT_KEY_PREFIX } from '../connection/connect.js';

/** `events`: events of jobs, queues and circuits. `job.dispatch`: the dispatches to queues, if they are mirrored. */
export type StreamName = 'events' | 'job.dispatch';

export const STREAM_NAMES: readonly StreamName[] = ['events', 'job.dispatch'];

/** The key of a stream, for tools that read it directly. */
export function streamKeyOf(
  stream: StreamName,
  { keyPrefix = DEFAULT_KEY_PREFIX }: { readonly keyPrefix?: string } = {},
): string {
  return `${keyPrefix}stream:scheduler:${stream}`;
}
