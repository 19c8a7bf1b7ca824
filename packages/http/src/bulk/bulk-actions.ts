import { randomUUID } from 'node:crypto';
import type { SchedulerNode } from '@scheduler/core';
import { isSchedulerError, type JsonObject } from '@scheduler/contracts';
import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';
import type { BulkAction, BulkRequest } from './bulk-action.js';
import { BulkProgress } from './bulk-progress.js';
import { runBulkAction } from './run-bulk-action.js';

export interface BulkActionsParts {
  readonly node: SchedulerNode;
  /** Actions and counts of one principal at once. */
  readonly most: number;
  readonly onError: (error: unknown) => void;
}

/** Actions that can still be looked at after their end. The oldest is forgotten first. */
const MOST_ENDED = 500;
const RETRY_AFTER_SECONDS = '5';

/** The bulk actions of this handler. They end with it; the audit log keeps what they have done. */
export class BulkActions {
  private readonly actions = new Map<string, BulkAction>();
  private readonly busy = new Map<string, number>();
  private isClosed = false;

  constructor(private readonly parts: BulkActionsParts) {}

  /** Counts the rows that match, as one of the few things that a principal may let run at once. Throws a problem 429 for one too many. */
  async counted<T>(principal: Principal, count: () => Promise<T>): Promise<T> {
    const leave = this.enter(principal);
    try {
      return await count();
    } finally {
      leave();
    }
  }

  /** Begins an action, and returns it while it runs. Throws a problem 429 for one too many. */
  async begin(request: BulkRequest, count: () => Promise<number>): Promise<BulkAction> {
    const leave = this.enter(request.principal);
    try {
      const { ids, carryOut, ...asked } = request;
      const matched = await count();
      const progress = new BulkProgress();
      const createdAt = this.parts.node.clock.now();
      const action: BulkAction = { ...asked, id: randomUUID(), matched, createdAt, progress };
      this.actions.set(action.id, action);
      if (this.isClosed) progress.stop('interrupted');
      void this.run(action, { ...asked, ids, carryOut }).finally(leave);
      return action;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Throws a problem 404 for what is unknown here, and for what belongs to another tenant. */
  get(id: string, { tenant }: Principal): BulkAction {
    const action = this.actions.get(id);
    if (action !== undefined && (tenant === null || action.tenant === tenant)) return action;
    throw new HttpError(
      404,
      'BULK_ACTION_NOT_FOUND',
      'there is no such bulk action on this node; the audit log keeps what it has done',
    );
  }

  /** The latest first. */
  list({ tenant }: Principal): readonly BulkAction[] {
    return [...this.actions.values()]
      .filter((action) => tenant === null || action.tenant === tenant)
      .reverse();
  }

  /** Interrupts what runs: each ends after its present item. */
  close(): void {
    this.isClosed = true;
    for (const { progress } of this.actions.values()) progress.stop('interrupted');
  }

  private async run(action: BulkAction, request: BulkRequest): Promise<void> {
    const { node, onError } = this.parts;
    await runBulkAction(request, { progress: action.progress, now: () => node.clock.now(), onError });
    this.forgetOldest();
    try {
      await node.access.auditLog.append([recordOf(action)]);
    } catch (error) {
      if (!isSilent(error)) onError(error);
    }
  }

  private forgetOldest(): void {
    const ended = [...this.actions.values()].filter(({ progress }) => progress.finishedAt !== null);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.actions.delete(id);
  }

  private enter({ kind, tenant, id }: Principal): () => void {
    const key = `${kind}:${tenant ?? ''}:${id}`;
    const running = this.busy.get(key) ?? 0;
    if (running >= this.parts.most)
      throw new HttpError(
        429,
        'TOO_MANY_BULK_ACTIONS',
        `this credential has ${running} bulk actions that run; wait for one, or cancel it`,
        { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
      );
    this.busy.set(key, running + 1);
    return () => this.leave(key);
  }

  private leave(key: string): void {
    const left = (this.busy.get(key) ?? 1) - 1;
    if (left === 0) this.busy.delete(key);
    else this.busy.set(key, left);
  }
}

/** A store may keep no audit log, and one that is closed is why the action has ended. */
function isSilent(error: unknown): boolean {
  return (
    isSchedulerError(error) && ['FEATURE_NOT_SUPPORTED', 'NOT_OPEN', 'SHUTTING_DOWN'].includes(error.code)
  );
}

/** How it ended, beside the records of its beginning and of its items. */
function recordOf({ id, tenant, principal, action, progress, matched, reason, requestId }: BulkAction) {
  const { state, done, failed, reasons } = progress;
  const after = { action, state, matched, done, failed, reasons: reasons.map((each) => ({ ...each })) };
  return {
    tenant,
    principal: { id: principal.id, kind: principal.kind },
    action: 'bulk:write',
    operation: 'bulkActions.end',
    object: { kind: 'bulk_action', id },
    before: null,
    after: after as JsonObject,
    reason,
    requestId,
  };
}
