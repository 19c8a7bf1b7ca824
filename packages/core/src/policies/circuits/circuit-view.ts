import type { Circuit, Clock } from '@scheduler/contracts';
import { type CircuitRepository, closedCircuit } from '@scheduler/contracts/adapter';

/** How old the states may be that a node goes by, where no event told it of a change. */
const FRESH_MS = 1_000;

/** What this node knows of the circuits, so that a closed one costs no question to the store for each execution. */
export class CircuitView {
  private circuits: ReadonlyMap<string, Circuit> = new Map();
  /** Those that the store knows nothing of, since nothing has happened to them. */
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

  /** Reads them if they are not fresh any more. */
  async refresh(): Promise<void> {
    if (this.clock.monotonicMs() - this.readAtMs < FRESH_MS) return;
    this.reading ??= this.read().finally(() => (this.reading = null));
    await this.reading;
  }

  /** Somebody has changed one. */
  markStale(): void {
    this.readAtMs = Number.NEGATIVE_INFINITY;
  }

  /** What the store answered about one. */
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

  /** What was learned while they were read is newer than what was read. */
  private newer(read: Circuit): Circuit {
    const known = this.circuits.get(read.name);
    return known !== undefined && known.generation > read.generation ? known : read;
  }
}
