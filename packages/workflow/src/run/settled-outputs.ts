import type { Execution, JsonValue } from '@scheduler/contracts';
import { ownCopy } from '@scheduler/contracts/adapter';

const MOST_OUTPUTS = 4_000;
/** The most characters and values that an output has which is kept. */
const MOST_SIZE = 2_000;

/**
 * The outputs of steps that this node has settled, by their executions. The step that comes next usually starts here soon, and needs not read
 * them: a success never changes. Large ones are not kept.
 */
export class SettledOutputs {
  private readonly outputs = new Map<string, JsonValue>();

  /** A step has ended, and that is stored. */
  settled({ id, status, output }: Pick<Execution, 'id' | 'status' | 'output'>): void {
    if (status !== 'success' || sizeOf(output) > MOST_SIZE) return;
    this.outputs.set(id, output);
    const [oldest] = this.outputs.keys();
    if (this.outputs.size > MOST_OUTPUTS && oldest !== undefined) this.outputs.delete(oldest);
  }

  has(id: string): boolean {
    return this.outputs.has(id);
  }

  /** A copy, because a step may change what it gets. Undefined: it is not known. */
  get(id: string): JsonValue | undefined {
    return ownCopy(this.outputs.get(id));
  }
}

/** Roughly the length of a value as JSON. It stops counting where that is more than is kept. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const [key, member] of Object.entries(value)) {
    size += key.length + sizeOf(member as JsonValue);
    if (size > MOST_SIZE) return size;
  }
  return size;
}
