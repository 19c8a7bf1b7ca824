import { PAUSE_ROUTES } from './pause-and-resume.js';
import { PROBE_ROUTES } from './probes.js';
import type { Route } from './route.js';
import { SEED_CREATE_ROUTES } from './seed-create-jobs.js';
import { SEED_EXECUTION_ROUTES } from './seed-executions.js';
import { SEED_JOB_ROUTES } from './seed-jobs.js';
import { SEED_MONITORING_ROUTES } from './seed-monitoring.js';

/** Every route of the API: the source of the router, the checks, the OpenAPI document and the tests. */
export const ROUTES: readonly Route[] = [
  ...SEED_CREATE_ROUTES,
  ...SEED_JOB_ROUTES,
  ...PAUSE_ROUTES,
  ...SEED_EXECUTION_ROUTES,
  ...SEED_MONITORING_ROUTES,
  ...PROBE_ROUTES,
];
