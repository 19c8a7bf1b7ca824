import type { Circuit } from '@scheduler/contracts';
import {
  type AdmitThroughCircuit,
  admitTrials,
  type CircuitAdmission,
  type CircuitChange,
  type CircuitRepository,
  closedCircuit,
  ownCopy,
  type RecordInCircuit,
  reportToCircuit,
  resetCircuit,
} from '@scheduler/contracts/adapter';
import { deleteOwned } from './tables/delete-owned.js';
import type { StoreClock } from './database/memory-database.js';

/** Circuits in memory, shared by the nodes of one process. */
export class MemoryCircuitRepository implements CircuitRepository {
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly clock: StoreClock) {}

  async states(): Promise<readonly Circuit[]> {
    return ownCopy([...this.circuits.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  async admit({ name, ...terms }: AdmitThroughCircuit): Promise<CircuitAdmission> {
    const before = this.circuitOf(name);
    const { circuit, granted, trial } = admitTrials(before, { ...terms, now: this.clock.now() });
    return { ...this.changed(before, circuit), granted, trial };
  }

  async record({ name, ...report }: RecordInCircuit): Promise<CircuitChange> {
    const before = this.circuitOf(name);
    return this.changed(before, reportToCircuit(before, { ...report, now: this.clock.now() }));
  }

  async reset({ name }: { readonly name: string }): Promise<CircuitChange | null> {
    const before = this.circuits.get(name);
    return before === undefined ? null : this.changed(before, resetCircuit(before));
  }

  async deleteOfTenant({ tenant }: { readonly tenant: string }): Promise<number> {
    return deleteOwned(this.circuits, tenant);
  }

  private circuitOf(name: string): Circuit {
    return this.circuits.get(name) ?? closedCircuit(name);
  }

  /** Stores a circuit that has changed. One that has never failed is not stored. */
  private changed(before: Circuit, circuit: Circuit): CircuitChange {
    if (circuit !== before) this.circuits.set(circuit.name, Object.freeze(circuit));
    return { before: before.state, circuit: ownCopy(circuit) };
  }
}
