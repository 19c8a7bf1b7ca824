import {
  agentHandler,
  defineHandler,
  EventInvalid,
  FeatureNotSupported,
  HandlerAlreadyRegistered,
  HandlerKindUnknown,
  HandlerNotFound,
  type JobContext,
  type JobHandler,
  type JobType,
  workflowHandler,
} from '@scheduler/contracts';
import { problemOfEventName } from '../../support/input/event-name.js';
import { DISPATCH_AGENT, dispatchHandlers, type Dispatchers, TRIGGER_WORKFLOW } from './dispatch-handlers.js';
import { ThreadHandlers } from './thread-handlers.js';
import { readTypeDefaults, type TypeDefaults } from './type-defaults.js';

/** What a name can stand for: code of this process, an agent, or a workflow. */
export type HandlerKind = 'function' | 'agent' | 'workflow';

const HANDLER_KINDS: readonly HandlerKind[] = ['function', 'agent', 'workflow'];

/** A handler in its shortest form: what it returns is stored, unless it is a JobResult, which says more. */
export type PayloadFunction = (payload: never, context: JobContext) => unknown;

export interface HandlerRegistryOptions {
  /** The most threads for handlers with `runIn: 'thread'`. Default: null, as many as cores. */
  readonly threads?: number | null;
}

/** Finds the one handler of a job type. It knows handlers by what they support, never by their classes. */
export class HandlerRegistry {
  private readonly handlers: JobHandler[] = [];
  private readonly resolved = new Map<string, JobHandler>();
  private readonly defaults = new Map<string, TypeDefaults>();
  private readonly threads: ThreadHandlers;

  constructor(
    handlers: Iterable<JobHandler> = [],
    private readonly dispatchers: Dispatchers = {},
    { threads = null }: HandlerRegistryOptions = {},
  ) {
    this.threads = new ThreadHandlers(threads);
    for (const handler of [...dispatchHandlers(dispatchers), ...handlers]) this.register(handler);
  }

  /** Throws HandlerAlreadyRegistered where a type that the handler lists has one already. False: it was registered before. */
  register(handler: JobHandler): boolean {
    checkEvent(handler);
    this.threads.check(handler);
    for (const type of handler.types ?? []) {
      const other = this.supporting(type as JobType).find((known) => known !== handler);
      if (other !== undefined) throw new HandlerAlreadyRegistered(type, [nameOf(other), nameOf(handler)]);
    }
    const isNew = !this.handlers.includes(handler);
    if (isNew) this.handlers.push(handler);
    this.resolved.clear();
    return isNew;
  }

  /** Takes a handler out again, as if it had never been registered. */
  unregister(handler: JobHandler): void {
    const index = this.handlers.indexOf(handler);
    if (index >= 0) this.handlers.splice(index, 1);
    this.resolved.clear();
  }

  /**
   * A handler from a function of the payload.
   *
   * @example
   * registry.registerHandler('send-notification', async ({ channel = 'email' }: Notification) => send(channel));
   */
  registerHandler(name: string, run: PayloadFunction): void {
    this.register(
      defineHandler({ type: name, handle: ({ payload }, context) => run(payload as never, context) }),
    );
  }

  registerHandlers(handlers: Readonly<Record<string, PayloadFunction>>): void {
    for (const [name, run] of Object.entries(handlers)) this.registerHandler(name, run);
  }

  /** The handler of that type, or one that dispatches to the agent or the workflow of that name. */
  resolveHandler(name: string, kind: HandlerKind = 'function'): JobHandler {
    const { agents, workflows } = this.dispatchers;
    switch (kind) {
      case 'function':
        return this.resolve(name as JobType);
      case 'agent':
        if (agents === undefined) throw withoutDispatcher('agent');
        return agentHandler({ type: DISPATCH_AGENT, agent: name, agents });
      case 'workflow':
        if (workflows === undefined) throw withoutDispatcher('workflow');
        return workflowHandler({ type: TRIGGER_WORKFLOW, workflow: name, workflows });
      default:
        throw new HandlerKindUnknown(kind, HANDLER_KINDS);
    }
  }

  /** Throws HandlerNotFound, or HandlerAlreadyRegistered where two handlers claim to support the type. */
  resolve(type: JobType): JobHandler {
    const known = this.resolved.get(type);
    if (known !== undefined) return known;
    const [handler, ...others] = this.supporting(type);
    if (handler === undefined) throw new HandlerNotFound(type, this.types());
    if (others.length > 0) throw new HandlerAlreadyRegistered(type, [handler, ...others].map(nameOf));
    const called = this.threads.callerOf(handler);
    this.resolved.set(type, called);
    return called;
  }

  /** Sets what work of a type inherits from now on, in place of earlier defaults. */
  setDefaults(type: JobType, defaults: TypeDefaults): void {
    this.defaults.set(type, readTypeDefaults(defaults));
  }

  /** Undefined where the type has no defaults. */
  defaultsOf(type: string): TypeDefaults | undefined {
    return this.defaults.get(type);
  }

  supports(type: JobType): boolean {
    return this.resolved.has(type) || this.supporting(type).length > 0;
  }

  /** The types that handlers list, in alphabetical order. */
  types(): readonly string[] {
    return [...new Set(this.handlers.flatMap((handler) => handler.types ?? []))].sort();
  }

  private supporting(type: JobType): JobHandler[] {
    return this.handlers.filter((handler) => handler.supports(type));
  }
}

/** The error of a node that has no dispatcher of this kind. */
export function withoutDispatcher(kind: 'agent' | 'workflow'): FeatureNotSupported {
  const [feature, wayOut] =
    kind === 'agent'
      ? ['dispatching to agents', 'give createSchedulerNode({ agents }), or bind AGENT_DISPATCHER']
      : ['starting workflows', 'give createSchedulerNode({ workflows }), or bind WORKFLOW_DISPATCHER'];
  return new FeatureNotSupported(feature, 'this node', wayOut);
}

function checkEvent({ event }: JobHandler): void {
  const problem = event === undefined ? null : problemOfEventName(event);
  if (problem !== null) throw new EventInvalid({ field: 'event', value: event, ...problem });
}

function nameOf(handler: JobHandler): string {
  const name = Object.getPrototypeOf(handler)?.constructor?.name as string | undefined;
  return name === undefined || name === 'Object' ? `handler of ${(handler.types ?? ['?']).join(', ')}` : name;
}
