import { PayloadInvalid, ScheduleInvalid } from '../errors/errors.js';
import { PayloadTooNew } from '../handlers/handler-errors.js';
import type { JsonObject } from '../values/json.js';
import { ignoreRejection, isPromise } from './standard-schema.js';

/** The member of the metadata that holds the version of the payload. Missing: version 1. */
export const PAYLOAD_VERSION = 'payload_version';

/** Converts the payload of one version to the next. Its parameter may have the type of the old version. */
export type Upcaster = { of(payload: unknown): unknown }['of'];

/** Upcasters by the version that they convert from: `{ 1: from1To2, 2: from2To3 }`. */
export type Upcasters = Readonly<Record<number, Upcaster>>;

export interface VersionRules {
  readonly type: string;
  /** The current version of this build, from 1. */
  readonly version: number;
  readonly upcast: Upcasters;
}

/** Throws ScheduleInvalid unless there is exactly one upcaster for each earlier version. */
export function checkVersions({ type, version, upcast }: VersionRules): void {
  if (!Number.isSafeInteger(version) || version < 1)
    refuse(`version of ${type}`, version, 'is not a version', 'a whole number from 1');
  for (let from = 1; from < version; from += 1)
    if (typeof upcast[from] !== 'function')
      refuse(
        `upcast of ${type}`,
        undefined,
        `has no upcaster from version ${from} to ${from + 1}`,
        `{ ${from}: (payload) => … }`,
      );
  const extra = Object.keys(upcast).find((key) => !(Number(key) >= 1 && Number(key) < version));
  if (extra !== undefined)
    refuse(
      `upcast of ${type}`,
      extra,
      'is not an earlier version',
      `versions before the current one, which is ${version}`,
    );
}

function refuse(field: string, value: unknown, problem: string, accepted: string): never {
  throw new ScheduleInvalid({ field, value, problem, accepted });
}

/** Converts a payload to the current version. Throws PayloadTooNew if it has a later version. */
export function upcastPayload(rules: VersionRules, payload: unknown, metadata: JsonObject): unknown {
  const stored = storedVersion(metadata);
  if (stored > rules.version) throw new PayloadTooNew(rules.type, stored, rules.version);
  let current = payload;
  for (let from = stored; from < rules.version; from += 1) current = upcastOnce(rules, current, from);
  return current;
}

function storedVersion(metadata: JsonObject): number {
  const value = metadata[PAYLOAD_VERSION] ?? 1;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new PayloadInvalid({
    field: `metadata.${PAYLOAD_VERSION}`,
    value,
    problem: 'is not a version',
    accepted: 'a whole number from 1',
  });
}

function upcastOnce({ upcast, type }: VersionRules, payload: unknown, from: number): unknown {
  const refused = (problem: string, cause?: unknown): never => {
    const field = `payload of ${type}`;
    throw new PayloadInvalid(
      { field, value: undefined, problem: `cannot go from version ${from} to ${from + 1}: ${problem}` },
      { cause },
    );
  };
  let next: unknown;
  try {
    next = upcast[from]?.(payload);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error), error);
  }
  if (!isPromise(next)) return next;
  ignoreRejection(next);
  return refused('its upcaster returns a promise; make it synchronous');
}
