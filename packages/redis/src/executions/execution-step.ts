import { type Step, step } from '../database/step.js';
import { JOB_STEPS } from '../jobs/job-lua.js';
import { CHANGES } from './lua/changes.js';
import { GATES } from './lua/gates.js';
import { JOB_END } from './lua/job-end.js';
import { NEW_EXECUTIONS } from './lua/new-executions.js';
import { OF_JOB } from './lua/of-job.js';
import { UNKNOWN_STATUS } from './lua/unknown-status.js';
import { EXECUTION_INDEXES } from './lua/execution-indexes.js';

/** A script that changes executions and, with them, their jobs. */
export function executionStep(body: string): Step {
  return step(
    EXECUTION_INDEXES,
    GATES,
    CHANGES,
    NEW_EXECUTIONS,
    JOB_STEPS,
    JOB_END,
    UNKNOWN_STATUS,
    OF_JOB,
    body,
  );
}
