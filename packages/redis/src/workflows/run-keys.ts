import type { WorkflowStatus } from '@scheduler/contracts';

/** The keys of runs of workflows, without the base of the store. lua/run-indexes.ts describes their contents. */

export const runKey = (id: string): string => `r:${id}`;

export const graphKey = (hash: string): string => `g:${hash}`;

export const allRuns = (scope: string): string => `runs:all:${scope}`;

export const runsWith = (status: WorkflowStatus, scope: string): string => `runs:is:${status}:${scope}`;

export const runsNamed = (name: string, scope: string): string => `runs:named:${scope}:${name}`;

export const runsUnder = (parent: string): string => `runs:under:${parent}`;

export const endedRuns = (status: WorkflowStatus): string => `runs:ended:${status}`;

/** Ended executions of which their runs have not been told. */
export const ARRIVALS = 'runs:arrivals';

/** The counts of runs, of one tenant or of all together. */
export const runCounts = (tenant: string | null): string => (tenant === null ? 'rn' : `rn:${tenant}`);
