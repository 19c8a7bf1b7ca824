import { ScheduleInvalid } from '../errors/errors.js';
import { defineHandler, type JobHandler } from '../handlers/job-handler.js';
import { jobType } from '../values/job-type.js';
import type { JsonObject } from '../values/json.js';
import type {
  JobDefaults,
  JobDefinition,
  JobSpecification,
  RequestOptions,
  TypedHandle,
  TypedHandler,
} from './job-definition.js';
import { checkVersions, PAYLOAD_VERSION } from './payload-version.js';
import { readResult, readTypedAnswer } from './read-answer.js';
import { readPayload, readStored } from './read-payload.js';
import type { SchemaInput, SchemaOutput, StandardSchema } from './standard-schema.js';

/**
 * Defines a job type with a schema for its payload and, optionally, for its result. The compiler checks callers and handlers against the
 * schemas; at run time payloads are checked when work is scheduled, and again before each attempt.
 *
 * @example
 * const sendInvoice = defineJob({
 *   type: 'send_invoice',
 *   payload: z.object({ customer: z.string(), cents: z.number().int() }),
 *   result: z.object({ number: z.string() }),
 *   defaults: { queue: 'mail', maxRetries: 5 },
 * });
 * const handler = sendInvoice.handler(async ({ payload }) => ({ number: await bill(payload.customer, payload.cents) }));
 * await scheduler.enqueue(sendInvoice.request({ customer: 'acme', cents: 4_200 }));
 */
export function defineJob<
  TPayload extends StandardSchema = StandardSchema<undefined, null>,
  TResult extends StandardSchema = StandardSchema,
>(
  specification: JobSpecification<TPayload, TResult>,
): JobDefinition<SchemaInput<TPayload>, SchemaOutput<TPayload>, SchemaInput<TResult>, SchemaOutput<TResult>> {
  type Definition = JobDefinition<
    SchemaInput<TPayload>,
    SchemaOutput<TPayload>,
    SchemaInput<TResult>,
    SchemaOutput<TResult>
  >;
  const { version = 1, upcast = {} } = specification;
  const type = jobType(specification.type);
  const rules = { type, version, upcast, payload: schemaOf(specification.payload, 'payload') };
  const results = { type, result: schemaOf(specification.result, 'result') };
  checkVersions(rules);
  const defaults: JobDefaults = Object.freeze({ ...specification.defaults });

  const request = (payload?: SchemaInput<TPayload>, options: RequestOptions = {}) => {
    readPayload(rules, payload);
    return { ...withDefaults(defaults, options, version), type, payload };
  };
  const definition: Definition = {
    type,
    version,
    defaults,
    request,
    scheduled: ({ payload, ...options }) => {
      readPayload(rules, payload);
      return { ...withDefaults(defaults, options, version), type, payload };
    },
    changes: ({ metadata }, { payload, ...changes }) => {
      readPayload(rules, payload);
      // Null removes the payload, while `undefined` would leave it as it is.
      const newMetadata = { ...(changes.metadata ?? metadata), [PAYLOAD_VERSION]: version };
      return { ...changes, payload: payload ?? null, metadata: newMetadata };
    },
    handler: (handler) => typedHandler(definition, handler, (answer) => readTypedAnswer(results, answer)),
    validate: (payload, work) => {
      if (work === undefined) readPayload(rules, payload);
      else readStored(rules, payload, work.metadata);
    },
    payloadOf: ({ payload, metadata }) => readStored(rules, payload, metadata),
    resultOf: ({ status, output }) => (status === 'success' ? readResult(results, output) : null),
  };
  return Object.freeze(definition);
}

function schemaOf<TSchema extends StandardSchema>(
  schema: TSchema | undefined,
  field: 'payload' | 'result',
): StandardSchema<unknown, SchemaOutput<TSchema>> | null {
  if (schema === undefined) return null;
  if (typeof (schema as Partial<StandardSchema> | null)?.['~standard']?.validate === 'function')
    return schema;
  throw new ScheduleInvalid({
    field,
    value: schema,
    problem: 'is not a Standard Schema',
    accepted: 'a schema of zod, Valibot, ArkType or another library that follows standardschema.dev',
  });
}

/** Given options override the defaults, and the metadata record the version of the payload. */
function withDefaults<TOptions extends { readonly metadata?: JsonObject }>(
  defaults: JobDefaults,
  options: TOptions,
  version: number,
): JobDefaults & TOptions {
  const defined = Object.entries(options).filter(([, value]) => value !== undefined);
  const metadata = { ...defaults.metadata, ...options.metadata, [PAYLOAD_VERSION]: version };
  return { ...defaults, ...(Object.fromEntries(defined) as TOptions), metadata };
}

type Reading<TPayload> = Pick<
  JobDefinition<never, TPayload, unknown, unknown>,
  'type' | 'validate' | 'payloadOf'
>;

function typedHandler<TPayload, TResult>(
  definition: Reading<TPayload>,
  handler: TypedHandle<TPayload, TResult> | TypedHandler<TPayload, TResult>,
  read: (answer: unknown) => ReturnType<typeof readTypedAnswer>,
): JobHandler {
  const { handle, backoff } = typeof handler === 'function' ? { handle: handler } : handler;
  return defineHandler({
    type: definition.type,
    validate: definition.validate,
    handle: async (job, context) =>
      read(await handle({ ...job, payload: definition.payloadOf(job) }, context)),
    ...(backoff === undefined ? {} : { backoff }),
  });
}
