import { type CircuitOptions, DEFAULT_CIRCUIT } from '@scheduler/contracts';

/** How each circuit behaves on this node. One that is neither configured nor registered has the defaults. */
export class CircuitRegistry {
  private readonly options: Map<string, CircuitOptions>;

  constructor(configured: Readonly<Record<string, CircuitOptions>>) {
    this.options = new Map(Object.entries(configured));
  }

  register(name: string, options: CircuitOptions): void {
    this.options.set(name, options);
  }

  of(name: string): CircuitOptions {
    return this.options.get(name) ?? DEFAULT_CIRCUIT;
  }

  get names(): readonly string[] {
    return [...this.options.keys()];
  }
}
