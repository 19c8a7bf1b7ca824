import type { Exclusions, Trigger } from '@scheduler/contracts';
import { compileTrigger, type Shared } from './trigger/compile-trigger.js';
import type { CronParser } from './cron/parse-cron.js';
import { describeExclusions } from './describe/describe-exclusions.js';
import { describeTrigger } from './describe/describe-trigger.js';
import { type BusinessCalendars, CalendarCatalog } from './exclusions/calendar-catalog.js';
import { parseCronModule } from './trigger/lazy.js';
import { previewTrigger } from './preview/preview-trigger.js';
import type {
  PreviewEntry,
  PreviewRequest,
  Recurrence,
  RecurrenceEngine,
  RecurrenceRequest,
} from './instants/recurrence.js';
import { RuleCatalog } from './rrule/compile-rule.js';
import { withinWindow } from './instants/window-recurrence.js';
import { ZoneCatalog } from './zone/zone.js';

/**
 * Creates the engine that computes when triggers fire. Engines share what they have parsed and what they know of zones.
 *
 * @example
 * const engine = createRecurrenceEngine();
 * const recurrence = engine.compile({ trigger: trigger.cron('0 9 * * MON-FRI'), anchor, startAt: null, endAt: null });
 * recurrence.next(now);
 */
export function createRecurrenceEngine(options: RecurrenceEngineOptions = {}): RecurrenceEngine {
  return new TriggerEngine(options);
}

export interface RecurrenceEngineOptions {
  /** Business calendars that exclusions may name. Default none. */
  readonly calendars?: BusinessCalendars;
}

const zones = new ZoneCatalog();
const rules = new RuleCatalog();
let cronParser: CronParser | undefined;

/**
 * What is parsed, and what is known of zones, depends on nothing but its text. So all engines of a process share it, and a new engine costs
 * nothing. The parser of cron expressions is made with the first of them, so that nothing of cron is loaded where there is none.
 */
class SharedParts implements Shared {
  readonly rules = rules;
  readonly zones = zones;

  constructor(readonly calendars: CalendarCatalog) {}

  get parser(): CronParser {
    return (cronParser ??= new (parseCronModule().CronParser)());
  }
}

class TriggerEngine implements RecurrenceEngine {
  private readonly shared: Shared;

  constructor({ calendars = {} }: RecurrenceEngineOptions) {
    this.shared = new SharedParts(new CalendarCatalog(calendars));
  }

  compile(request: RecurrenceRequest): Recurrence {
    return withinWindow(compileTrigger(request, this.shared).recurrence, request);
  }

  describe(trigger: Trigger, exclusions: Exclusions | null = null): string {
    return `${describeTrigger(trigger, this.shared)}${describeExclusions(exclusions)}`;
  }

  preview(request: PreviewRequest): readonly PreviewEntry[] {
    return previewTrigger(request, this.shared);
  }
}
