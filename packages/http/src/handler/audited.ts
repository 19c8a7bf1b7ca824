import { isSchedulerError, type JsonValue } from '@scheduler/contracts';
import { type Answer, type Call, isWrite, type Route } from '../declare/route.js';
import type { RedactAnswer } from './redact-answer.js';

export interface AuditParts {
  readonly redact: RedactAnswer;
  readonly requestId: string;
  readonly onError: (error: unknown) => void;
  /** Why, where the answer does not say it. */
  readonly reason?: string | null;
}

/** Carries out a call, and writes down who did what if it was a write. What was done is done: a log that fails is reported, not answered. */
export async function audited(
  route: Route,
  call: Call,
  { redact, requestId, onError, reason: why = null }: AuditParts,
): Promise<Answer> {
  const answer = await route.handle(call);
  const { node, principal } = call;
  if (!isWrite(route) || answer.audit === null) return answer;
  const { object = null, before, after, reason } = answer.audit ?? {};
  const entry = {
    tenant: principal.tenant ?? tenantIn(after) ?? tenantIn(before),
    principal: { id: principal.id, kind: principal.kind },
    action: route.permission,
    operation: route.operation,
    object,
    before: (redact(before) ?? null) as JsonValue,
    after: (redact(after) ?? null) as JsonValue,
    reason: reason ?? why,
    requestId,
  };
  try {
    await node.access.auditLog.append([entry]);
  } catch (error) {
    if (!isMissing(error)) onError(error);
  }
  return answer;
}

/** A store may keep no audit log. */
function isMissing(error: unknown): boolean {
  return isSchedulerError(error) && error.code === 'FEATURE_NOT_SUPPORTED';
}

/** The tenant that an object belongs to, as its view says. */
function tenantIn(view: unknown): string | null {
  if (typeof view !== 'object' || view === null || !('platform_id' in view)) return null;
  return typeof view.platform_id === 'string' ? view.platform_id : null;
}
