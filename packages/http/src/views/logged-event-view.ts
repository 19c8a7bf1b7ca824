import type { LoggedEvent } from '@scheduler/contracts';
import type { EventReaderReport } from '@scheduler/core';
import { z } from 'zod';
import { anyJson, isoOf, time } from '../fields/json-fields.js';

export const loggedEventSchema = z
  .strictObject({
    position: z.string(),
    name: z.string(),
    version: z.int(),
    at: time,
    platform_id: z.string().nullable(),
    entity: z.enum(['job', 'execution', 'queue', 'workflow']),
    entity_id: z.string(),
    job_id: z.string().nullable(),
    cause: z.string().nullable().meta({ description: 'Who caused it.' }),
    data: anyJson,
  })
  .meta({ id: 'LoggedEvent' });

export function loggedEventView(event: LoggedEvent): z.infer<typeof loggedEventSchema> {
  const { tenant, entityId, jobId, at, ...rest } = event;
  return { ...rest, at: isoOf(at), platform_id: tenant, entity_id: entityId, job_id: jobId };
}

export const eventReaderSchema = z
  .strictObject({
    name: z.string(),
    kind: z.enum(['subscription', 'projection']),
    position: z.string().nullable(),
    is_at_end: z.boolean(),
    holder: z.string().nullable().meta({ description: 'The node that reads.' }),
    failing: z
      .strictObject({ position: z.string(), attempts: z.int(), error: z.string(), retry_at: time })
      .nullable(),
    stopped: z.strictObject({ position: z.string().nullable(), error: z.string(), at: time }).nullable(),
    dead_letters: z.array(
      z.strictObject({
        position: z.string(),
        name: z.string(),
        job_id: z.string().nullable(),
        at: time,
        attempts: z.int(),
        error: z.string(),
        is_retried: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'EventReader' });

export function eventReaderView(reader: EventReaderReport): z.infer<typeof eventReaderSchema> {
  const { isAtEnd, failing, stopped, deadLetters, ...rest } = reader;
  return {
    ...rest,
    is_at_end: isAtEnd,
    failing: failing === null ? null : { ...without(failing, 'retryAt'), retry_at: isoOf(failing.retryAt) },
    stopped: stopped === null ? null : { ...stopped, at: isoOf(stopped.at) },
    dead_letters: deadLetters.map(({ jobId, isRetried, at, ...letter }) => ({
      ...letter,
      job_id: jobId,
      at: isoOf(at),
      is_retried: isRetried,
    })),
  };
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
