import type { Circuit, Clock } from '@scheduler/contracts';
import { type CircuitRepository, closedCircuit } from '@scheduler/contracts/adapter';

/** How old the states of circuits may be without an event that marks them as stale. */
const FRESH_MS = 1_000;

/** The states of circuits as this node knows them, so that a closed circuit needs no request to the store for each execution. */
export class CircuitView {
  private circuits: ReadonlyMap<string, Circuit> = new Map();
  /** Circuits that are not stored, since nothing has happened to them. */
  private untouched = new Map<string, Circuit>();
  private readAtMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly repository: Pick<CircuitRepository, 'states'>,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  of(name: string): Circuit {
    const known = this.circuits.get(name) ?? this.untouched.get(name);
    if (known !== undefined) return known;
    const circuit = closedCircuit(name);
    this.untouched.set(name, circuit);
    return circuit;
  }

  /** Reads the states if they are not fresh any more. */
  async refresh(): Promise<void> {
    if (this.clock.monotonicMs() - this.readAtMs < FRESH_MS) return;
    this.reading ??= this.read().finally(() => (this.reading = null));
    await this.reading;
  }

  /** Called when a circuit was changed elsewhere: the next refresh reads all of them. */
  markStale(): void {
    this.readAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Takes over the state that the store returned for one circuit. */
  update(circuit: Circuit): void {
    this.circuits = new Map([...this.circuits, [circuit.name, circuit]]);
  }

  private async read(): Promise<void> {
    const askedAtMs = this.clock.monotonicMs();
    const states = await this.repository.states();
    this.circuits = new Map(states.map((circuit) => [circuit.name, this.newer(circuit)]));
    this.untouched = new Map();
    this.readAtMs = askedAtMs;
  }

  /** A state that was taken over while the states were read is newer than the one that was read. */
  private newer(read: Circuit): Circuit {
    const known = this.circuits.get(read.name);
    return known !== undefined && known.generation > read.generation ? known : read;
  }
}
