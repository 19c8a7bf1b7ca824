import type { Trigger } from '@scheduler/contracts';
import { compileTrigger, type Shared } from './compile-trigger.js';
import { CronParser } from './cron/parse-cron.js';
import { describeTrigger } from './describe/describe-trigger.js';
import { previewTrigger } from './preview/preview-trigger.js';
import type {
  PreviewEntry,
  PreviewRequest,
  Recurrence,
  RecurrenceEngine,
  RecurrenceRequest,
} from './recurrence.js';
import { withinWindow } from './window-recurrence.js';
import { ZoneCatalog } from './zone/zone.js';

/**
 * The engine that says when. Parsed expressions and zones are shared by everything that one engine compiles.
 *
 * @example
 * const engine = createRecurrenceEngine();
 * const recurrence = engine.compile({ trigger: trigger.cron('0 9 * * MON-FRI'), anchor, startAt: null, endAt: null });
 * recurrence.next(now);
 */
export function createRecurrenceEngine(): RecurrenceEngine {
  return new TriggerEngine();
}

class TriggerEngine implements RecurrenceEngine {
  private readonly shared: Shared = { parser: new CronParser(), zones: new ZoneCatalog() };

  compile(request: RecurrenceRequest): Recurrence {
    return withinWindow(compileTrigger(request.trigger, request.anchor, this.shared), request);
  }

  describe(trigger: Trigger): string {
    return describeTrigger(trigger, this.shared);
  }

  preview(request: PreviewRequest): readonly PreviewEntry[] {
    return previewTrigger(request, this.shared);
  }
}
