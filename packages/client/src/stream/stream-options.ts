import type { JsonValue } from '@scheduler/contracts';
import type { RetryOptions } from '../options/call-options.js';
import {
  aFunction,
  aSignal,
  checkMembers,
  headers,
  headerValue,
  refuse,
  retry,
  wholeNumber,
} from '../call/check.js';

/** Whether the stream is connected: for a mark in a user interface. */
export type StreamState = 'connecting' | 'open' | 'waiting';

export interface StreamOptions {
  /** Ends the stream and its connection. */
  readonly signal?: AbortSignal;
  /** Events by name, such as `scheduler:execution.failed`. Default: all. */
  readonly names?: readonly string[];
  /** The id of the last event that was seen, to go on after it. Default: the stream begins now. */
  readonly lastEventId?: string;
  /** How many of the latest events that the server remembers come first, where `lastEventId` is not given. Default: 0. */
  readonly recent?: number;
  /** Called when the connection is made, lost, or made again. */
  readonly onState?: (state: StreamState) => void;
  /** A connection that is silent for so long is given up and made again. The server sends a heartbeat every 15 s. Default: 45 s. */
  readonly idleTimeoutMs?: number;
  /** How soon a lost connection is made again, and how often in a row; `false`: never. Default: as often as it takes. */
  readonly retry?: RetryOptions | false;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a stream gives. */
export type StreamItem =
  | {
      readonly kind: 'event';
      /** For `lastEventId`. */
      readonly id: string | null;
      /** Such as `scheduler:job.created`, or an event of the application. */
      readonly name: string;
      readonly at: string;
      readonly platform_id: string | null;
      /** Null where the credential may not read payloads. */
      readonly data: JsonValue;
    }
  /** Events were lost: read again what is shown. */
  | { readonly kind: 'reset' };

const CHECKS = {
  signal: aSignal,
  names: (value: unknown, field: string) => {
    const isList =
      Array.isArray(value) && value.every((name) => typeof name === 'string' && /^[^,]+$/.test(name));
    if (!isList) refuse(field, 'a list of names without commas', value);
  },
  lastEventId: headerValue,
  recent: wholeNumber(0),
  onState: aFunction,
  idleTimeoutMs: wholeNumber(1),
  retry,
  headers,
};

export function checkStreamOptions(options: unknown): void {
  checkMembers(options, 'events.stream: options', CHECKS);
}
