import type { TracerProvider } from '@opentelemetry/api';
import { ConfigurationInvalid } from '@scheduler/contracts';
import {
  accepting,
  checkInput,
  fields,
  having,
  type Check,
  type Fields,
  optional,
} from '@scheduler/contracts/adapter';

/** How the span of an attempt relates to the span that enqueued or scheduled its work. */
export type TraceRelation = 'link' | 'child';

export interface OpenTelemetryTracingOptions {
  /** Default: the global one of `@opentelemetry/api`, whenever it is registered. */
  readonly tracerProvider?: TracerProvider;
  /**
   * `link` (default): an attempt begins a trace of its own that links to the span which enqueued its work, so that a request and the jobs of
   * the next week do not become one trace. `child`: it continues the trace. Steps of a workflow always continue that of their workflow.
   */
  readonly relation?: TraceRelation;
  /** Whether spans have the tenant as the attribute `scheduler.tenant`. Default: true. */
  readonly tenants?: boolean;
}

const RELATIONS: readonly unknown[] = ['link', 'child'] satisfies readonly TraceRelation[];
const OPTIONS = {
  tracerProvider: optional(having(['getTracer'], 'a TracerProvider')),
  relation: optional(
    accepting((value) => RELATIONS.includes(value), 'is not a relation', "'link' or 'child'"),
  ),
  tenants: optional(accepting((value) => typeof value === 'boolean', 'is not a boolean', 'true or false')),
} satisfies Fields & Record<keyof OpenTelemetryTracingOptions, Check>;

/** Throws ConfigurationInvalid for options that are wrong or not known. */
export function checkTraceOptions(options: unknown): void {
  checkInput({
    value: options,
    check: fields(OPTIONS, '{ tracerProvider, relation, tenants }'),
    field: 'options',
    error: ConfigurationInvalid,
  });
}
