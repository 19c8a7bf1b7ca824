import {
  defineHandler,
  type HandledJob,
  type HandlerAnswer,
  HandlerNotFound,
  type JobContext,
  type JobHandler,
  jobType,
  type JobType,
  ScheduleInvalid,
} from '@scheduler/contracts';
import type { HandlerRegistry } from '../../execute/handlers/handler-registry.js';

export type HandlerFunction<TPayload = unknown> = (
  job: HandledJob<TPayload>,
  context: JobContext,
) => HandlerAnswer;

/** A function, a handler, or the type of one that is registered. */
export type HandlerInput<TPayload = unknown> = HandlerFunction<TPayload> | JobHandler<TPayload> | string;

const HANDLER_RULE =
  "a function (job, context) => …, a JobHandler, or a registered type such as 'export_report'";

/** The type of a handler. `undo` takes the handler out again if it was not there before, for a definition that is refused. */
export interface Registered {
  readonly type: JobType;
  readonly undo: () => void;
}

/** Registers the handlers of jobs, in each form in which they may be given. */
export class HandlerInputs {
  private readonly functions = new Map<string, { readonly given: unknown; readonly handler: JobHandler }>();

  constructor(private readonly registry: HandlerRegistry) {}

  /** A function becomes the handler of that type; a handler must support it. Throws HandlerAlreadyRegistered if another handler supports it. */
  register(type: string, handler: HandlerFunction<never> | JobHandler<never>): Registered {
    const checked = jobType(type);
    const used =
      typeof handler === 'function' ? this.handlerOf(checked, handler) : supporting(checked, handler);
    const isNew = this.registry.register(used);
    return { type: checked, undo: () => (isNew ? this.forget(checked, used) : undefined) };
  }

  /** The type of the job with that name. A function is its own type, named like the job. */
  typeOf(name: string, given: HandlerInput<never>): Registered {
    if (typeof given === 'string') return { type: this.registered(given), undo: () => undefined };
    if (typeof given === 'function') return this.register(name, given);
    const [only, ...others] = isHandler(given) ? (given.types ?? []) : refuse(given);
    return this.register(only === undefined || others.length > 0 ? name : only, given);
  }

  private forget(type: JobType, handler: JobHandler): void {
    this.registry.unregister(handler);
    if (this.functions.get(type)?.handler === handler) this.functions.delete(type);
  }

  private registered(type: string): JobType {
    const checked = jobType(type);
    if (this.registry.supports(checked)) return checked;
    throw new HandlerNotFound(type, this.registry.types());
  }

  /** The same function for the same type is the same handler, so that defining a job again is harmless. */
  private handlerOf(type: JobType, handle: HandlerFunction<never>): JobHandler {
    const known = this.functions.get(type);
    if (known?.given === handle) return known.handler;
    const handler = defineHandler({ type, handle: handle as HandlerFunction });
    if (known === undefined) this.functions.set(type, { given: handle, handler });
    return handler;
  }
}

function supporting(type: JobType, handler: JobHandler<never>): JobHandler {
  if (!isHandler(handler)) refuse(handler);
  if (handler.supports(type)) return handler as JobHandler;
  const supported = handler.types === undefined ? 'others' : handler.types.join(', ');
  throw new ScheduleInvalid({
    field: 'handler',
    value: undefined,
    problem: `does not support the job type '${type}'`,
    accepted: `a handler that supports it; this one supports ${supported}`,
  });
}

function isHandler(value: unknown): value is JobHandler<never> {
  const { supports, handle } = (value ?? {}) as Partial<JobHandler>;
  return typeof supports === 'function' && typeof handle === 'function';
}

function refuse(value: unknown): never {
  throw new ScheduleInvalid({
    field: 'handler',
    value,
    problem: 'is not a handler',
    accepted: HANDLER_RULE,
  });
}
