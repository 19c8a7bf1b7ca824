import { ALERT_RULE_ROUTES } from './alert-rules.js';
import { ALERT_ROUTES } from './alerts.js';
import { AUDIT_ROUTES } from './audit.js';
import { CALENDAR_ROUTES } from './calendar.js';
import { BULK_ACTION_ROUTES } from './bulk-actions.js';
import { DEAD_LETTER_GROUP_ROUTES } from './dead-letter-groups.js';
import { DEAD_LETTER_ROUTES } from './dead-letters.js';
import { DOCUMENT_ROUTES } from './documents.js';
import { EVENT_LOG_ROUTES } from './event-log.js';
import { EVENT_READER_ROUTES } from './event-readers.js';
import { EVENT_ROUTES } from './events.js';
import { EXECUTION_ROUTES } from './executions.js';
import { JOB_ROUTES } from './jobs.js';
import { KEY_ROUTES } from './keys.js';
import { LIMIT_ROUTES } from './limits.js';
import { NODE_ROUTES } from './nodes.js';
import { PAUSE_ROUTES } from './pause-and-resume.js';
import { PLAN_ROUTES } from './plans.js';
import { PROBE_ROUTES } from './probes.js';
import { QUEUE_ROUTES } from './queues.js';
import type { Route } from '../declare/route.js';
import { SEED_CREATE_ROUTES } from './seed-create-jobs.js';
import { SEED_EXECUTION_ROUTES } from './seed-executions.js';
import { SEED_JOB_ROUTES } from './seed-jobs.js';
import { SEED_MONITORING_ROUTES } from './seed-monitoring.js';
import { SERIES_ROUTES } from './series.js';
import { SESSION_ROUTES } from './session.js';
import { STREAM_ROUTES } from './stream.js';
import { UPKEEP_ROUTES } from './upkeep.js';
import { WORKFLOW_CHANGE_ROUTES } from './workflow-changes.js';
import { WORKFLOW_ROUTES } from './workflows.js';

/** Every route of the API: the source of the router, the checks, the OpenAPI document and the tests. */
export const ROUTES: readonly Route[] = [
  ...SEED_CREATE_ROUTES,
  ...SEED_JOB_ROUTES,
  ...PAUSE_ROUTES,
  ...SEED_EXECUTION_ROUTES,
  ...SEED_MONITORING_ROUTES,
  ...SERIES_ROUTES,
  ...JOB_ROUTES,
  ...PLAN_ROUTES,
  ...CALENDAR_ROUTES,
  ...EXECUTION_ROUTES,
  ...QUEUE_ROUTES,
  ...DEAD_LETTER_GROUP_ROUTES,
  ...DEAD_LETTER_ROUTES,
  ...BULK_ACTION_ROUTES,
  ...LIMIT_ROUTES,
  ...ALERT_ROUTES,
  ...ALERT_RULE_ROUTES,
  ...EVENT_ROUTES,
  ...STREAM_ROUTES,
  ...EVENT_LOG_ROUTES,
  ...EVENT_READER_ROUTES,
  ...WORKFLOW_ROUTES,
  ...WORKFLOW_CHANGE_ROUTES,
  ...NODE_ROUTES,
  ...KEY_ROUTES,
  ...AUDIT_ROUTES,
  ...UPKEEP_ROUTES,
  ...DOCUMENT_ROUTES,
  ...SESSION_ROUTES,
  ...PROBE_ROUTES,
];
