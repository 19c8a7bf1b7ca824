import {
  type Circuit,
  type CircuitOptions,
  ConfigurationInvalid,
  QueryInvalid,
  ShuttingDown,
} from '@scheduler/contracts';
import { type CircuitRepository, closedCircuit } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { type CircuitInput, circuitOptions } from '../../config/limits-schema.js';
import type { CircuitEvents } from '../../signals/events/circuit-events.js';
import { nameField } from '../../support/input/fields.js';
import { readInput } from '../../support/input/read-input.js';
import type { StorePorts } from '../../support/store-ports.js';
import type { CircuitRegistry } from './circuit-registry.js';
import type { CircuitView } from './circuit-view.js';

export interface CircuitsParts {
  readonly circuits: CircuitRepository;
  readonly registry: CircuitRegistry;
  readonly view: CircuitView;
  readonly circuitEvents: CircuitEvents;
  /** True once the node has stopped working and its store is about to close. */
  readonly isClosing: () => boolean;
  readonly ports: Pick<StorePorts, 'require'>;
}

/** A circuit as all nodes see it, and how it behaves on this one. */
export interface CircuitStatus extends Circuit {
  readonly options: CircuitOptions;
}

const named = z.strictObject({ name: nameField });

/**
 * Circuit breakers between jobs and services that may be down. Jobs choose a circuit by `circuit: 'smtp'`; its state is shared by all nodes.
 *
 * @example
 * node.circuits.register('smtp', { failureThreshold: 3, resetTimeout: '1m' });
 * const { state } = await node.circuits.getState('smtp');
 */
export class Circuits {
  constructor(private readonly parts: CircuitsParts) {}

  /** Sets how a circuit behaves on this node, in place of its configuration. All nodes should set the same. */
  register(name: string, options: CircuitInput = {}): void {
    this.read(name, 'registering a circuit');
    const read = readInput({
      schema: circuitOptions,
      value: options,
      error: ConfigurationInvalid,
      subject: `circuit ${name}`,
      known: Object.keys(circuitOptions.in.shape),
    });
    this.parts.registry.register(name, read);
  }

  /** A circuit that has never failed is closed. */
  async getState(name: string): Promise<CircuitStatus> {
    this.read(name, 'reading a circuit');
    const states = await this.parts.circuits.states();
    return this.statusOf(states.find((circuit) => circuit.name === name) ?? closedCircuit(name));
  }

  /** The circuits that are configured or registered here, and those that have ever failed, by name. */
  async getAllStates(): Promise<readonly CircuitStatus[]> {
    this.refuseWhenUnusable('reading the circuits');
    const states = await this.parts.circuits.states();
    const stored = new Map(states.map((circuit) => [circuit.name, circuit]));
    const names = new Set([...this.parts.registry.names, ...stored.keys()]);
    return [...names].sort().map((name) => this.statusOf(stored.get(name) ?? closedCircuit(name)));
  }

  /** Closes a circuit at once, for all nodes. It changes nothing for a closed one. */
  async reset(name: string): Promise<CircuitStatus> {
    this.read(name, 'resetting a circuit');
    const change = await this.parts.circuits.reset({ name });
    if (change === null) return this.statusOf(closedCircuit(name));
    this.parts.view.update(change.circuit);
    this.parts.circuitEvents.publish(change);
    return this.statusOf(change.circuit);
  }

  private statusOf(circuit: Circuit): CircuitStatus {
    return { ...circuit, options: this.parts.registry.of(circuit.name) };
  }

  private read(name: string, operation: string): void {
    this.refuseWhenUnusable(operation);
    readInput({ schema: named, value: { name }, error: QueryInvalid, subject: 'circuit' });
  }

  private refuseWhenUnusable(operation: string): void {
    if (this.parts.isClosing()) throw new ShuttingDown(operation);
    this.parts.ports.require('circuits');
  }
}
