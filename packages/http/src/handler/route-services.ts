import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';
import type { Route, RouteServices } from '../declare/route.js';
import { openApiDocument } from '../openapi/openapi-document.js';
import { BulkActions } from '../bulk/bulk-actions.js';
import { EventStreams } from '../stream/event-streams.js';
import { LogStreams } from '../stream/log-streams.js';
import { type CheckedOptions, reportQuietly } from './handler-options.js';
import type { Intake } from './intake.js';
import { RecentReports } from './recent-reports.js';
import { hidesPath, redactPaths } from './redact-answer.js';

export interface HandlerServices extends RouteServices {
  drain(): void;
  close(): void;
}

export function routeServices(
  options: CheckedOptions,
  routes: readonly Route[],
  intake: Intake,
): HandlerServices {
  const { access, basePath, environment, metrics, node, limits, readOnly } = options;
  const redact = redactPaths(options.redact);
  const streams = new EventStreams({
    node,
    redact,
    most: limits.streams,
    heartbeatMs: limits.heartbeatMs,
  });
  const logStreams = new LogStreams({ node, most: limits.streams, heartbeatMs: limits.heartbeatMs });
  const endStreams = () => {
    streams.close();
    logStreams.close();
  };
  const bulkActions = new BulkActions({
    node,
    most: limits.bulkActions,
    onError: (error) => reportQuietly(options, { error, operation: 'bulkActions' }),
  });
  let document: object | null = null;
  return {
    basePath,
    calendarSecret: access.calendarSecret ?? null,
    metrics: metrics ?? null,
    readOnly,
    environment: environment ?? null,
    checkType: (principal, type) => checkType(access.mayUseType, principal, type),
    isHidden: (path) => hidesPath(options.redact, path),
    openApi: () => (document ??= openApiDocument(routes, basePath)),
    streams,
    logStreams,
    redact,
    bulkActions,
    reports: new RecentReports(node.clock),
    isReady: () => intake.isReady,
    drain: endStreams,
    close: () => {
      endStreams();
      bulkActions.close();
    },
  };
}

async function checkType(
  mayUseType: CheckedOptions['access']['mayUseType'],
  principal: Principal,
  type: string,
): Promise<void> {
  if (mayUseType === undefined || (await mayUseType(principal, type)) === true) return;
  throw new HttpError(403, 'JOB_TYPE_NOT_ALLOWED', 'this job type may not be used with this credential');
}
