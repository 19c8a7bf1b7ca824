import { DEFAULT_KEY_PREFIX } from '../connection/connect.js';

/** `events`: what happened to jobs, queues and circuits. `job.dispatch`: what was given to the queues, where it is mirrored. */
export type StreamName = 'events' | 'job.dispatch';

export const STREAM_NAMES: readonly StreamName[] = ['events', 'job.dispatch'];

/** Where a stream is, for tools that read it by themselves. */
export function streamKeyOf(
  stream: StreamName,
  { keyPrefix = DEFAULT_KEY_PREFIX }: { readonly keyPrefix?: string } = {},
): string {
  return `${keyPrefix}stream:scheduler:${stream}`;
}
