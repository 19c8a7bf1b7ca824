export { SettableClock } from './clock/settable-clock.js';
export { letPromisesSettle } from './clock/let-promises-settle.js';
export { SeededRandomness } from './helpers/seeded-randomness.js';
export { assertJobEnqueued, type ExpectedWork } from './helpers/assert-job-enqueued.js';
export { assertJobExecuted, type ExpectedExecutions } from './helpers/assert-job-executed.js';
export { drainQueue } from './helpers/drain-queue.js';
export { runJob } from './helpers/run-job.js';
export { SequentialIds } from './helpers/sequential-ids.js';
export {
  type HarnessFactory,
  runEventBusConformance,
  runEventLogConformance,
  runLeadershipConformance,
  runQueueConformance,
  runStoreConformance,
  type StoreConformanceOptions,
} from './conformance/run-conformance.js';
export type {
  EventBusHarness,
  LeadershipHarness,
  QueueHarness,
  StoreHarness,
  TimeControl,
} from './conformance/kit/harness.js';
export type { TestApi } from './conformance/kit/group.js';
export { step as graphStep } from './conformance/workflows/graph-builders.js';
export {
  BROKEN,
  buildExecution,
  buildJob,
  buildLog,
  buildManualRun,
  buildOccurrence,
  nextId,
  outcomes,
  POLICIES,
} from './conformance/kit/builders.js';
export { certifyHandler, type CertifyOptions } from './certification/certify-handler.js';
export {
  defineHandlerCheck,
  type HandlerCheck,
  type HandlerCheckOverrides,
} from './certification/define-handler-check.js';
export {
  type CertificationFinding,
  CertificationReport,
  type Guard,
} from './certification/certification-report.js';
export type { CertifiedFaultKind } from './certification/certified-fault.js';
export type { Harm } from './certification/compare-effects.js';
export { RecordingEffect, recordingEffect } from './certification/doubles/recording-effect.js';
export {
  RecordingService,
  recordingService,
  type ServiceAnswer,
  type ServiceCall,
  type ServiceCallOptions,
} from './certification/doubles/recording-service.js';
export {
  type RecordedTransaction,
  RecordingTable,
  recordingTable,
  StaleFence,
  type TableAccess,
  type WriteOptions,
} from './certification/doubles/recording-table.js';
export { checkPromises } from './promises/check-promises.js';
export {
  type Evidence,
  type ExpectedOccurrences,
  failureOf,
  outcomeOf,
  type WitnessedCheckpoint,
  type WitnessedEffect,
  type WitnessedStart,
  type WorkflowEvidence,
} from './promises/evidence.js';
export type { PromiseLetter, Violation } from './promises/violation.js';
export {
  type FaultSimulation,
  type FaultSimulationResult,
  simulateFaults,
  type SimulationFigures,
  type StoreFactory,
} from './simulation/run-simulation.js';
export {
  type Call,
  callId,
  type Fault,
  FAULT_KINDS,
  type FaultKind,
  readFaults,
  showFault,
} from './simulation/faults/fault.js';
export { type FaultSource, ListedFaults, NO_FAULTS, RandomFaults } from './simulation/faults/fault-source.js';
export { EVERYTHING } from './simulation/workload/everything.js';
export { SHORT_WORKLOADS } from './simulation/workload/short-workloads.js';
export type { Workload } from './simulation/workload/workload.js';
export type { SimulatedWorkflows, WorkflowScene } from './simulation/workload/simulated-workflows.js';
export type { SimulatedProcess } from './simulation/world/simulated-process.js';
export type { Witness } from './simulation/workload/witness.js';
export { readWorkflows } from './simulation/collect-evidence.js';
export { shrinkFaults, type ShrinkRequest } from './simulation/shrink-faults.js';
export { type EveryFault, type EveryFaultResult, simulateEveryFault } from './simulation/every-fault.js';
export type { Cluster, Send } from './simulation/cluster/cluster.js';
export { simulate } from './simulation/simulate.js';
export type { HandlerSurroundings, SimulatedAction, SimulateOptions } from './simulation/simulate-options.js';
export type { Outage } from './simulation/outage.js';
export type { SimulatedWork } from './simulation/simulated-work.js';
export type { SimulatedRun } from './simulation/run-log.js';
export type { SimulatedJob, SimulationReport } from './simulation/simulation-report.js';
