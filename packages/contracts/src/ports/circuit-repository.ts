import type { Circuit, CircuitOptions, CircuitResult, CircuitState } from '../limits/circuit.js';

/** The circuits of all nodes. Each change is one atomic step, by the store's time. */
export interface CircuitRepository {
  /** The circuits that have ever failed, by name. The others are closed. */
  states(): Promise<readonly Circuit[]>;
  /** How many executions may run. A circuit whose reset time has come becomes half open, and what it admits counts as trials. */
  admit(request: AdmitThroughCircuit): Promise<CircuitAdmission>;
  record(request: RecordInCircuit): Promise<CircuitChange>;
  /** Closes a circuit. Null: it has never failed, so that it is closed already. */
  reset(request: { readonly name: string }): Promise<CircuitChange | null>;
  /** Deletes the circuits of a tenant, whose names begin with `ownedPrefix(tenant)`. Returns how many. */
  deleteOfTenant(request: { readonly tenant: string }): Promise<number>;
}

export interface CircuitChange {
  readonly before: CircuitState;
  readonly circuit: Circuit;
}

export interface AdmitThroughCircuit {
  readonly name: string;
  readonly options: CircuitOptions;
  readonly wanted: number;
}

export interface CircuitAdmission extends CircuitChange {
  readonly granted: number;
  /** The number of the trial, which is reported with its result. Null: the circuit is closed, and what runs is not a trial. */
  readonly trial: number | null;
}

export interface RecordInCircuit {
  readonly name: string;
  readonly options: CircuitOptions;
  readonly result: CircuitResult;
  /** The number of the trial, as it was admitted. Null: it ran through a closed circuit. */
  readonly trial: number | null;
  /** The message of a failure. */
  readonly error: string | null;
}
