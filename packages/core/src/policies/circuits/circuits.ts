import { type Circuit, type CircuitOptions, ConfigurationInvalid, QueryInvalid } from '@scheduler/contracts';
import { type CircuitRepository, closedCircuit, readOwnedName } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { type CircuitInput, circuitOptions } from '../../config/limits-schema.js';
import type { CircuitEvents } from '../../signals/events/circuit-events.js';
import { nameField, tenantField } from '../../support/input/fields.js';
import { argument, checkArguments, rejecting, throwing } from '../../support/input/arguments.js';
import { byItsSchema, theTenantOptions } from '../../support/input/common-arguments.js';
import { readInput } from '../../support/input/read-input.js';
import type { StorePorts } from '../../support/store-ports.js';
import type { CircuitRegistry } from './circuit-registry.js';
import type { CircuitView } from './circuit-view.js';

export interface CircuitsParts {
  readonly circuits: CircuitRepository;
  readonly registry: CircuitRegistry;
  readonly view: CircuitView;
  readonly circuitEvents: CircuitEvents;
  readonly ports: Pick<StorePorts, 'require'>;
}

/** A circuit as all nodes see it, and how it behaves on this one. */
export interface CircuitStatus extends Circuit {
  /** The tenant whose circuit it is. Missing: it is nobody's, or everybody's. */
  readonly tenant?: string;
  readonly options: CircuitOptions;
}

export interface OfTenant {
  /** The tenant whose circuit it is, unless all tenants share it. Default: the circuit of work without a tenant. */
  readonly tenant?: string;
}

const named = z.strictObject({ name: nameField, tenant: tenantField.optional() });

/**
 * Circuit breakers between jobs and services that may be down. Jobs choose a circuit by `circuit: 'smtp'`; its state is shared by all nodes.
 *
 * @example
 * node.circuits.register('smtp', { failureThreshold: 3, resetTimeout: '1m' });
 * const { state } = await node.circuits.getState('smtp');
 */
export class Circuits {
  static {
    const name = argument('name', byItsSchema);
    checkArguments<Circuits>(Circuits, {
      register: throwing(ConfigurationInvalid, name, argument('options', byItsSchema)),
      getState: rejecting(QueryInvalid, name, theTenantOptions),
      getAllStates: rejecting(QueryInvalid),
      reset: rejecting(QueryInvalid, name, theTenantOptions),
    });
  }

  constructor(private readonly parts: CircuitsParts) {}

  /** Sets how a circuit behaves on this node, in place of its configuration. All nodes should set the same. */
  register(name: string, options: CircuitInput = {}): void {
    this.keyOf({ name, tenant: undefined });
    const read = readInput({
      schema: circuitOptions,
      value: options,
      error: ConfigurationInvalid,
      subject: `options of circuit ${name}`,
      known: Object.keys(circuitOptions.in.shape),
    });
    this.parts.registry.register(name, read);
  }

  /** A circuit that has never failed is closed. */
  async getState(name: string, { tenant }: OfTenant = {}): Promise<CircuitStatus> {
    const key = this.keyOf({ name, tenant });
    const states = await this.parts.circuits.states();
    return this.statusOf(states.find((circuit) => circuit.name === key) ?? closedCircuit(key));
  }

  /** The circuits that are configured or registered here, and those that have ever failed, by name and tenant. */
  async getAllStates(): Promise<readonly CircuitStatus[]> {
    this.parts.ports.require('circuits');
    const states = await this.parts.circuits.states();
    const stored = new Map(states.map((circuit) => [circuit.name, circuit]));
    const keys = new Set([...this.parts.registry.names, ...stored.keys()]);
    return [...keys]
      .map((key) => this.statusOf(stored.get(key) ?? closedCircuit(key)))
      .sort((a, b) => compare(a.name, b.name) || compare(a.tenant ?? '', b.tenant ?? ''));
  }

  /** Closes a circuit at once, for all nodes. It changes nothing for a closed one. */
  async reset(name: string, { tenant }: OfTenant = {}): Promise<CircuitStatus> {
    const key = this.keyOf({ name, tenant });
    const change = await this.parts.circuits.reset({ name: key });
    if (change === null) return this.statusOf(closedCircuit(key));
    this.parts.view.update(change.circuit);
    this.parts.circuitEvents.publish(change);
    return this.statusOf(change.circuit);
  }

  private statusOf(circuit: Circuit): CircuitStatus {
    const { name, tenant } = readOwnedName(circuit.name);
    const owner = tenant === null ? {} : { tenant };
    return { ...circuit, name, ...owner, options: this.parts.registry.of(circuit.name) };
  }

  private keyOf({ name, tenant }: { name: string; tenant: string | undefined }): string {
    this.parts.ports.require('circuits');
    readInput({ schema: named, value: { name, tenant }, error: QueryInvalid, subject: 'circuit' });
    return this.parts.registry.keyOf(name, tenant ?? null);
  }
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
