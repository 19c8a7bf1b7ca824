import { type Call, callId, type Fault, FAULT_KINDS, type FaultKind } from './faults/fault.js';
import { durationOf, type FaultSource, ListedFaults } from './faults/fault-source.js';
import { type FaultSimulation, type FaultSimulationResult, simulateFaults } from './run-simulation.js';
import { SIMULATED_LEASE_MS } from './workload/simulated-config.js';

export interface EveryFault {
  readonly simulation: Omit<FaultSimulation, 'faults'>;
  /** Default: all kinds. */
  readonly kinds?: readonly FaultKind[];
  /** The calls that meet a fault, such as `executions.settle`. Default: all. */
  readonly methods?: RegExp;
  readonly onRun?: (done: number, total: number) => void;
}

export interface EveryFaultResult {
  readonly calls: number;
  readonly runs: number;
  /** Runs in which a promise was broken. */
  readonly broken: readonly FaultSimulationResult[];
}

/** The duration of each fault, as a share of the longest: long enough for a lease to end meanwhile. */
const SHARE_OF_LONGEST = 0.6;

/** Simulates one run for each kind of fault at each call of a run without faults, so that no combination is missed. */
export async function simulateEveryFault({
  simulation,
  kinds = FAULT_KINDS,
  methods,
  onRun = () => undefined,
}: EveryFault): Promise<EveryFaultResult> {
  const calls = await callsWithoutFaults(simulation, methods);
  const faults = calls.flatMap((call) => kinds.map((kind) => faultOf(call, kind)));
  const broken: FaultSimulationResult[] = [];
  for (const [index, fault] of faults.entries()) {
    const result = await simulateFaults({ ...simulation, faults: new ListedFaults([fault]) });
    if (result.violations.length > 0) broken.push(result);
    onRun(index + 1, faults.length);
  }
  return { calls: calls.length, runs: faults.length, broken };
}

function faultOf(call: string, kind: FaultKind): Fault {
  return { call, kind, ms: durationOf(kind, SIMULATED_LEASE_MS, SHARE_OF_LONGEST) };
}

async function callsWithoutFaults(
  simulation: Omit<FaultSimulation, 'faults'>,
  methods = /./,
): Promise<readonly string[]> {
  const calls: string[] = [];
  const listening: FaultSource = {
    faultAt: (call: Call) => {
      if (methods.test(call.method)) calls.push(callId(call));
      return null;
    },
  };
  await simulateFaults({ ...simulation, faults: listening });
  return calls;
}
