import type { ArgumentsOf, Job } from '@scheduler/client';
import type { TriggerView } from '../../triggers/trigger-of-view.js';

/** What is written in the fields of the form. */
export interface Draft {
  readonly kind: string;
  /** Cron expressions line by line, a number of minutes, a rule, or the trigger as JSON. */
  readonly text: string;
  readonly zone: string;
  readonly description: string;
  readonly tags: string;
  readonly payload: string;
  /** What the form has no fields for: it stays as it is. */
  readonly rest: TriggerView;
}

const MINUTE_MS = 60_000;

export function draftOf(job: Job): Draft {
  const trigger: TriggerView = job.trigger;
  return {
    kind: trigger.kind,
    text: textOf(trigger),
    zone: String(trigger['zone'] ?? 'UTC'),
    description: job.description ?? '',
    tags: job.tags.join(', '),
    payload: JSON.stringify(job.payload, null, 2),
    rest: trigger,
  };
}

function textOf(trigger: TriggerView): string {
  switch (trigger.kind) {
    case 'cron':
      return (trigger['expressions'] as readonly string[]).join('\n');
    case 'every':
      return String(Number(trigger['duration_ms']) / MINUTE_MS);
    case 'rrule':
      return String(trigger['rule']);
    default:
      return JSON.stringify(trigger, null, 2);
  }
}

/** The trigger that is written. Null: it is no JSON. */
export function triggerOf({ kind, text, zone, rest }: Draft): TriggerView | null {
  const kept = rest.kind === kind ? rest : {};
  switch (kind) {
    case 'cron':
      return {
        ...kept,
        kind,
        expressions: text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
        zone,
      };
    case 'every':
      return { ...kept, kind, duration_ms: Math.round(Number(text) * MINUTE_MS) };
    case 'rrule':
      return { ...kept, kind, rule: text.trim(), zone };
    default:
      return parsed(text) as TriggerView | null;
  }
}

/** The changes as the API takes them. What is written may be wrong, which the server says. */
export type Changes = NonNullable<ArgumentsOf<'jobs.update'>[1]>;

const NAMES = ['trigger', 'description', 'tags', 'payload'] as const;

/** Which fields differ from what is stored. */
export function changedNames(before: Draft, after: Draft): readonly string[] {
  return NAMES.filter((name) => valueOf(name, before) !== valueOf(name, after));
}

function valueOf(name: (typeof NAMES)[number], draft: Draft): string {
  return name === 'trigger' ? JSON.stringify([draft.kind, draft.text, draft.zone]) : draft[name];
}

/** The changes as the API has them. Null: something is no JSON. */
export function changesOf(before: Draft, after: Draft): Changes | null {
  const values = {
    trigger: triggerOf(after),
    description: after.description === '' ? null : after.description,
    tags: after.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    payload: parsed(after.payload),
  };
  const changed = changedNames(before, after);
  if (values.payload === undefined || values.trigger === null) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed.includes(name)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
