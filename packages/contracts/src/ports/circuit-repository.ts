import type { Circuit, CircuitOptions, CircuitResult, CircuitState } from '../limits/circuit.js';

/** The circuits of all nodes. Each change is one atomic step, by the store's time. */
export interface CircuitRepository {
  /** Those that have ever failed, by name. The others are closed. */
  states(): Promise<readonly Circuit[]>;
  /** How many may run. Opens a circuit halfway when its time has come, and counts what it grants as trials. */
  admit(request: AdmitThroughCircuit): Promise<CircuitAdmission>;
  record(request: RecordInCircuit): Promise<CircuitChange>;
  /** Closes it. Null: it has never failed, and so is closed. */
  reset(request: { readonly name: string }): Promise<CircuitChange | null>;
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
  /** To be told with the result. Null: it is closed, and what runs is no trial. */
  readonly trial: number | null;
}

export interface RecordInCircuit {
  readonly name: string;
  readonly options: CircuitOptions;
  readonly result: CircuitResult;
  /** As it was admitted. Null: it ran through a closed circuit. */
  readonly trial: number | null;
  /** Of a failure. */
  readonly error: string | null;
}
