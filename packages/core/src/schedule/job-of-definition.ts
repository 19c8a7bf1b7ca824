import {
  type JsonObject,
  type JsonValue,
  PayloadInvalid,
  type ScheduledJob,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { newJob } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { ReadDefinition } from './input/definition-schema.js';
import { toJsonValue } from '../support/input/json-value.js';
import { defaultPolicies, policiesOf } from './policies-of.js';

const NO_METADATA: JsonObject = Object.freeze({});
const NO_TAGS: readonly string[] = Object.freeze([]);

export interface JobOfDefinition {
  readonly definition: ReadDefinition;
  readonly id: string;
  readonly now: Date;
  readonly config: SchedulerConfig;
  readonly tenant: string | null;
}

/** The job that a checked definition describes; not yet active. */
export function jobOfDefinition({ definition, id, now, config, tenant }: JobOfDefinition): ScheduledJob {
  return newJob({
    id,
    name: definition.name ?? `${definition.type}:${id}`,
    description: definition.description ?? null,
    type: definition.type,
    targetId: definition.targetId ?? null,
    payload: toPayload(definition.payload),
    trigger: definition.trigger,
    policies: policiesOf(defaultPolicies(config), definition),
    tags:
      definition.tags === undefined || definition.tags.length === 0
        ? NO_TAGS
        : Object.freeze(definition.tags),
    metadata: toMetadata(definition.metadata),
    tenant,
    createdBy: definition.createdBy ?? null,
    startAt: definition.startAt ?? null,
    endAt: definition.endAt ?? null,
    maxExecutions: definition.maxExecutions ?? null,
    jitterMs: definition.jitter ?? 0,
    exclusions: definition.exclusions ?? null,
    createdAt: now,
  });
}

export function toPayload(payload: unknown): JsonValue {
  return toJsonValue(payload, 'payload', PayloadInvalid);
}

export function toMetadata(metadata: unknown): JsonObject {
  if (metadata === undefined) return NO_METADATA;
  const value = toJsonValue(metadata, 'metadata', ScheduleInvalid);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new ScheduleInvalid({
    field: 'metadata',
    value: metadata,
    problem: 'is not an object',
    accepted: '{ key: value }',
  });
}
