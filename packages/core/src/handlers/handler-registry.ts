import {
  HandlerAlreadyRegistered,
  HandlerNotFound,
  type JobHandler,
  type JobType,
} from '@scheduler/contracts';
import { readTypeDefaults, type TypeDefaults } from './type-defaults.js';

/** Finds the one handler of a job type. It knows handlers by what they support, never by their classes. */
export class HandlerRegistry {
  private readonly handlers: JobHandler[] = [];
  private readonly resolved = new Map<string, JobHandler>();
  private readonly defaults = new Map<string, TypeDefaults>();

  constructor(handlers: Iterable<JobHandler> = []) {
    for (const handler of handlers) this.register(handler);
  }

  /** Throws HandlerAlreadyRegistered where a type that the handler lists has one already. */
  register(handler: JobHandler): void {
    for (const type of handler.types ?? []) {
      const other = this.supporting(type as JobType).find((known) => known !== handler);
      if (other !== undefined) throw new HandlerAlreadyRegistered(type, [nameOf(other), nameOf(handler)]);
    }
    if (!this.handlers.includes(handler)) this.handlers.push(handler);
    this.resolved.clear();
  }

  /** Throws HandlerNotFound, or HandlerAlreadyRegistered where two handlers claim to support the type. */
  resolve(type: JobType): JobHandler {
    const known = this.resolved.get(type);
    if (known !== undefined) return known;
    const [handler, ...others] = this.supporting(type);
    if (handler === undefined) throw new HandlerNotFound(type, this.types());
    if (others.length > 0) throw new HandlerAlreadyRegistered(type, [handler, ...others].map(nameOf));
    this.resolved.set(type, handler);
    return handler;
  }

  /** What work of a type inherits from now on, in place of what was said before. */
  setDefaults(type: JobType, defaults: TypeDefaults): void {
    this.defaults.set(type, readTypeDefaults(defaults));
  }

  /** Undefined: none. */
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

function nameOf(handler: JobHandler): string {
  const name = Object.getPrototypeOf(handler)?.constructor?.name as string | undefined;
  return name === undefined || name === 'Object' ? `handler of ${(handler.types ?? ['?']).join(', ')}` : name;
}
