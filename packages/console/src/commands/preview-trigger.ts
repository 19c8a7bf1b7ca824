import type { Trigger } from '@scheduler/contracts';
import { createRecurrenceEngine, type PreviewEntry } from '@scheduler/core';

export interface TriggerPreview {
  readonly when: string;
  readonly runs: readonly PreviewEntry[];
}

/** Apart from its command, so that help about the command does not load the engine. */
export function previewTrigger(trigger: Trigger, from: Date, count: number): TriggerPreview {
  const engine = createRecurrenceEngine();
  const runs = engine.preview({ trigger, anchor: from, startAt: null, endAt: null, from, count });
  return { when: engine.describe(trigger), runs };
}
