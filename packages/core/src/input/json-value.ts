import { type InputIssue, isSchedulerError, type JsonValue } from '@scheduler/contracts';

export const MAX_JSON_BYTES = 256 * 1024;
export const MAX_JSON_DEPTH = 32;

export const JSON_RULE = `JSON of at most ${MAX_JSON_BYTES / 1024} KB and ${MAX_JSON_DEPTH} levels, in plain objects and arrays`;

type IssueError = new (issue: InputIssue) => Error;

/** A frozen copy that is surely JSON. What is not, too big, too deep or dangerous throws an error of the given class. */
export function toJsonValue(value: unknown, field: string, error: IssueError): JsonValue {
  if (value === undefined || value === null) return null;
  const refuse: Refuse = (path, given, problem) => {
    throw new error({ field: path, value: given, problem, accepted: JSON_RULE });
  };
  const copy = copySafely(value, field, refuse);
  if (typeof copy === 'object' || typeof copy === 'string') {
    const bytes = Buffer.byteLength(JSON.stringify(copy));
    if (bytes > MAX_JSON_BYTES) refuse(field, undefined, `is too big (${bytes} bytes)`);
  }
  return copy;
}

type Refuse = (path: string, value: unknown, problem: string) => never;

function copySafely(value: unknown, field: string, refuse: Refuse): JsonValue {
  try {
    return new JsonCopy(refuse).of(value, field, 1);
  } catch (error) {
    if (isSchedulerError(error)) throw error;
    return refuse(field, undefined, 'cannot be read');
  }
}

class JsonCopy {
  /** Each part takes a byte at least, so that a value which refers to itself many times ends here. */
  private parts = 0;

  constructor(private readonly refuse: Refuse) {}

  of(value: unknown, path: string, depth: number): JsonValue {
    this.parts += 1;
    if (this.parts > MAX_JSON_BYTES) return this.refuse(path, undefined, 'is too big');
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : this.refuse(path, value, 'is not a JSON number');
      case 'object':
        if (value === null) return null;
        if (depth > MAX_JSON_DEPTH) return this.refuse(path, undefined, 'is nested too deep');
        return Array.isArray(value) ? this.array(value, path, depth) : this.object(value, path, depth);
      default:
        return this.refuse(path, undefined, `is ${withArticle(typeof value)}, which JSON cannot carry`);
    }
  }

  private array(value: readonly unknown[], path: string, depth: number): JsonValue {
    return Object.freeze(
      Array.from(value, (item, index) => this.of(item ?? null, `${path}.${index}`, depth + 1)),
    );
  }

  private object(value: object, path: string, depth: number): JsonValue {
    if (!isPlain(value)) refuseInstance(value, path, this.refuse);
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      if (isDangerous(key, value)) this.refuse(`${path}.${key}`, undefined, 'is a dangerous key');
      const item = (value as Record<string, unknown>)[key];
      if (item !== undefined) copy[key] = this.of(item, `${path}.${key}`, depth + 1);
    }
    return Object.freeze(copy);
  }
}

function withArticle(type: string): string {
  return type === 'undefined' ? type : `a ${type}`;
}

/** Made by a literal or JSON.parse, in this realm or another: its prototype, if any, is the end of the chain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Keys by which JSON can reach into prototypes when somebody merges it later. */
function isDangerous(key: string, owner: object): boolean {
  if (key === '__proto__') return true;
  if (key !== 'constructor') return false;
  const value = (owner as { constructor: unknown }).constructor;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function refuseInstance(value: object, path: string, refuse: Refuse): never {
  if (Object.prototype.toString.call(value) === '[object Date]')
    return refuse(path, undefined, 'is a Date, which JSON cannot carry; give its ISO text');
  const name = (value as { constructor?: { name?: unknown } }).constructor?.name;
  return refuse(
    path,
    undefined,
    `is not a plain object (${typeof name === 'string' ? name : 'it has a prototype, or __proto__ was set'})`,
  );
}
