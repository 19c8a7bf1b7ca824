import { type CircuitOptions, DEFAULT_CIRCUIT } from '@scheduler/contracts';
import { ownedName, readOwnedName } from '@scheduler/contracts/adapter';

/** How each circuit behaves on this node. One that is neither configured nor registered has the defaults. */
export class CircuitRegistry {
  private readonly options: Map<string, CircuitOptions>;

  constructor(configured: Readonly<Record<string, CircuitOptions>>) {
    this.options = new Map(Object.entries(configured));
  }

  register(name: string, options: CircuitOptions): void {
    this.options.set(name, options);
  }

  /** `key`: the stored name of the circuit, or the name by which jobs choose it. */
  of(key: string): CircuitOptions {
    return this.options.get(key) ?? this.options.get(readOwnedName(key).name) ?? DEFAULT_CIRCUIT;
  }

  /** The stored name of the circuit that the work of a tenant goes through: its own, unless all tenants share it. */
  keyOf(name: string, tenant: string | null): string {
    return tenant === null || this.of(name).shared === true ? name : ownedName(tenant, name);
  }

  get names(): readonly string[] {
    return [...this.options.keys()];
  }
}
