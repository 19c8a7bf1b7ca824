import { type InputIssue, isSchedulerError, type JsonValue } from '@scheduler/contracts';

export const MAX_JSON_BYTES = 256 * 1024;
export const MAX_JSON_DEPTH = 32;

export const JSON_RULE = `JSON of at most ${MAX_JSON_BYTES / 1024} KB and ${MAX_JSON_DEPTH} levels, in plain objects and arrays`;

type IssueError = new (issue: InputIssue) => Error;

/** A frozen copy that is valid JSON. Throws an error of the given class for what is not JSON, too big, too deep or dangerous. */
export function toJsonValue(value: unknown, field: string, error: IssueError): JsonValue {
  if (value === undefined || value === null) return null;
  const copy = new JsonCopy(value, field, error);
  const json = copySafely(copy, value);
  if (copy.mostBytes <= MAX_JSON_BYTES) return json;
  const bytes = Buffer.byteLength(JSON.stringify(json));
  return bytes > MAX_JSON_BYTES ? copy.refuse(undefined, `is too big (${bytes} bytes)`) : json;
}

function copySafely(copy: JsonCopy, value: unknown): JsonValue {
  try {
    return copy.of(value);
  } catch (error) {
    if (isSchedulerError(error)) throw error;
    return copy.startAgain().refuse(undefined, 'cannot be read');
  }
}

/** What one character takes in JSON at most, as an escape. */
const WIDEST_CHARACTER = 6;
const WIDEST_NUMBER = 25;

class JsonCopy {
  /** An upper bound of the size, which is cheap to compute; a value below it need not be measured. */
  mostBytes = 0;
  /** Each part takes a byte at least, so that a value which refers to itself many times ends here. */
  private parts = 0;
  /** The path of the value that is copied now, for messages. */
  private path: (string | number)[] = [];

  constructor(
    private readonly whole: unknown,
    private readonly field: string,
    private readonly error: IssueError,
  ) {}

  startAgain(): this {
    this.path = [];
    return this;
  }

  refuse(value: unknown, problem: string): never {
    const { error } = this;
    throw new error({ field: pathOf(this.field, this.path), value, problem, accepted: JSON_RULE });
  }

  of(value: unknown): JsonValue {
    this.parts += 1;
    if (this.parts > MAX_JSON_BYTES) return this.refuse(undefined, 'is too big');
    switch (typeof value) {
      case 'string':
        this.mostBytes += value.length * WIDEST_CHARACTER + 3;
        return value;
      case 'boolean':
      case 'number':
        this.mostBytes += WIDEST_NUMBER;
        return Number.isFinite(Number(value)) ? value : this.refuse(value, 'is not a JSON number');
      case 'object':
        if (value === null) return this.nothing();
        if (this.path.length >= MAX_JSON_DEPTH) return this.refuseDepth();
        return Array.isArray(value) ? this.array(value) : this.object(value);
      default:
        return this.refuse(undefined, `is ${withArticle(typeof value)}, which JSON cannot carry`);
    }
  }

  /** A value that contains itself is as deep as one likes: the message names the place where it begins anew. */
  private refuseDepth(): never {
    const above: unknown[] = [this.whole];
    for (const [length, step] of this.path.entries()) {
      const inner = (above.at(-1) as Readonly<Record<string | number, unknown>>)[step];
      if (!above.includes(inner)) {
        above.push(inner);
        continue;
      }
      this.path = this.path.slice(0, length + 1);
      return this.refuse(undefined, 'contains itself');
    }
    return this.refuse(undefined, 'is nested too deep');
  }

  private nothing(): null {
    this.mostBytes += WIDEST_NUMBER;
    return null;
  }

  private array(value: readonly unknown[]): JsonValue {
    this.mostBytes += 3;
    return Object.freeze(Array.from(value, (item, index) => this.at(index, item ?? null)));
  }

  private object(value: object): JsonValue {
    this.mostBytes += 3;
    if (!isPlain(value)) refuseInstance(value, (problem) => this.refuse(undefined, problem));
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      if (isDangerous(key, value)) this.refuseKey(key);
      const item = (value as Record<string, unknown>)[key];
      this.mostBytes += key.length * WIDEST_CHARACTER + 4;
      if (item !== undefined) copy[key] = this.at(key, item);
    }
    return Object.freeze(copy);
  }

  private at(step: string | number, value: unknown): JsonValue {
    this.path.push(step);
    const copy = this.of(value);
    this.path.pop();
    return copy;
  }

  private refuseKey(key: string): never {
    this.path.push(key);
    return this.refuse(undefined, 'is a dangerous key');
  }
}

function pathOf(field: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}.${step}`),
    field,
  );
}

function withArticle(type: string): string {
  return type === 'undefined' ? type : `a ${type}`;
}

/** Whether the object was made by a literal or JSON.parse, in this realm or another: its prototype, if any, is the end of the chain. */
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

function refuseInstance(value: object, refuse: (problem: string) => never): never {
  if (Object.prototype.toString.call(value) === '[object Date]')
    return refuse('is a Date, which JSON cannot carry; give its ISO text');
  const name = (value as { constructor?: { name?: unknown } }).constructor?.name;
  return refuse(
    `is not a plain object (${typeof name === 'string' ? name : 'it has a prototype, or __proto__ was set'})`,
  );
}
