import { hasInstants, isSchedulerError } from '@scheduler/contracts';
import { createRecurrenceEngine, nearestZones } from '@scheduler/recurrence';
import type { Preview } from '../api/shapes.js';
import { triggerOfView, type TriggerView } from './trigger-of-view.js';

/** The code that the server computes runs with: what it says here is what the server will do. */
const engine = createRecurrenceEngine();

/** The trigger in words, such as `at 09:00 on weekdays, Europe/Berlin`. Its kind, if it cannot be read. */
export function wordsOf(view: TriggerView): string {
  try {
    return engine.describe(triggerOfView(view));
  } catch {
    return view.kind;
  }
}

export type Previewed =
  | { readonly ok: true; readonly preview: Pick<Preview, 'when' | 'runs'> }
  | { readonly ok: false; readonly field: string; readonly problem: string };

/** The next runs of a trigger that is being written, or what is wrong with it, and where. */
export function previewOf(view: TriggerView, from: Date, count: number): Previewed {
  try {
    const trigger = triggerOfView(view);
    const runs =
      hasInstants(trigger) && trigger.kind !== 'now'
        ? engine.preview({ trigger, anchor: from, startAt: null, endAt: null, exclusions: null, from, count })
        : [];
    const when = engine.describe(trigger);
    return { ok: true, preview: { when, runs: runs.map((run) => ({ ...run, at: run.at.toISOString() })) } };
  } catch (error) {
    return { ok: false, ...problemOf(error, view) };
  }
}

function problemOf(error: unknown, view: TriggerView): { readonly field: string; readonly problem: string } {
  const issue = isSchedulerError(error) && 'issues' in error ? firstIssue(error.issues) : null;
  if (issue === null)
    return { field: '', problem: error instanceof Error ? error.message : 'cannot be read' };
  const zone = String(view['zone'] ?? '');
  const near = issue.field.endsWith('zone') ? nearestZones(zone) : [];
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return { field: issue.field, problem: `${issue.problem}${hint}` };
}

function firstIssue(issues: unknown): { readonly field: string; readonly problem: string } | null {
  const [first] = Array.isArray(issues) ? (issues as readonly { field: string; problem: string }[]) : [];
  return first ?? null;
}
