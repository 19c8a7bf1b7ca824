import type { Circuit } from '@scheduler/contracts';
import type {
  AdmitThroughCircuit,
  CircuitAdmission,
  CircuitChange,
  CircuitRepository,
  RecordInCircuit,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { deleteOwned } from '../queries/delete-of-tenant.js';
import {
  admitThroughCircuit,
  circuitStates,
  recordInCircuit,
  resetStoredCircuit,
} from '../queries/circuits.js';

export class KnexCircuitRepository implements CircuitRepository {
  constructor(private readonly database: Database) {}

  states(): Promise<readonly Circuit[]> {
    return circuitStates(this.database);
  }

  admit(request: AdmitThroughCircuit): Promise<CircuitAdmission> {
    return admitThroughCircuit(this.database, request);
  }

  record(request: RecordInCircuit): Promise<CircuitChange> {
    return recordInCircuit(this.database, request);
  }

  reset({ name }: { readonly name: string }): Promise<CircuitChange | null> {
    return resetStoredCircuit(this.database, name);
  }

  deleteOfTenant({ tenant }: { readonly tenant: string }): Promise<number> {
    return deleteOwned(this.database, this.database.tables.circuits, tenant);
  }
}
