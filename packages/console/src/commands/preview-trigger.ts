import type { ExclusionsInput, Trigger } from '@scheduler/contracts';
import { createRecurrenceEngine, type PreviewEntry } from '@scheduler/recurrence';

export interface TriggerToPreview {
  readonly trigger: Trigger;
  readonly from: Date;
  readonly count: number;
  readonly exclusions: ExclusionsInput | undefined;
}

export interface TriggerPreview {
  readonly when: string;
  readonly runs: readonly PreviewEntry[];
}

/** Not in the file of the command, so that its help does not load the recurrence engine. */
export function previewTrigger(request: TriggerToPreview, engine = createRecurrenceEngine()): TriggerPreview {
  const { trigger, from, count } = request;
  const exclusions = request.exclusions === undefined ? null : complete(request.exclusions);
  const runs = engine.preview({ trigger, anchor: from, startAt: null, endAt: null, exclusions, from, count });
  return { when: engine.describe(trigger, exclusions), runs };
}

function complete({ dates = [], hours = [], calendar, shift = 'skip' }: ExclusionsInput) {
  const everyDay = hours.map((entry) => ({ weekdays: [], ...entry }));
  return { dates, hours: everyDay, calendar: calendar ?? null, shift };
}
