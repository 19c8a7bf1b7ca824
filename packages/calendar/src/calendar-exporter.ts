import {
  type CalendarExporter,
  ConfigurationInvalid,
  type DurationInput,
  FeatureNotSupported,
  QueryInvalid,
  type ScheduledJob,
  toMilliseconds,
} from '@scheduler/contracts';
import {
  accepting,
  anything,
  type Check,
  checkInput,
  duration,
  fields,
  isFunction,
  listOf,
  optional,
  storeClock,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { createRecurrenceEngine, type RecurrenceEngineOptions } from '@scheduler/recurrence';
import type { CalendarEntry } from './entries/calendar-entry.js';
import { entriesOfJob } from './entries/entries-of-job.js';
import { googleCalendarLink, type LinkedEntry, outlookLink } from './write/calendar-links.js';
import { writeCalendar } from './write/write-calendar.js';

export interface CalendarExporterOptions extends RecurrenceEngineOptions {
  /** What tells the present. */
  readonly clock: { now(): Date };
  /** The name that calendars show. Default: `Scheduled jobs`. */
  readonly name?: string;
  /** How far ahead runs are written that no rule says. Default: a year. */
  readonly horizon?: DurationInput;
  /** How long an entry is. Default: 15 minutes. */
  readonly length?: DurationInput;
  /** The most entries of a job whose runs no rule says. Default: 500. */
  readonly mostSingles?: number;
  /** A page about a job, for its entries. Default: none. */
  readonly urlOf?: (job: ScheduledJob) => string | null;
}

const DAY = 86_400_000;
const OPTIONS = fields(
  {
    clock: storeClock,
    name: optional(text(200)),
    horizon: optional(duration(DAY)),
    length: optional(duration(60_000)),
    mostSingles: optional(wholeNumber(1, 10_000)),
    urlOf: optional(isFunction('a function (job) => text or null')),
    calendars: anything,
  },
  '{ clock, name, horizon, length, mostSingles, urlOf, calendars }',
);

const aJob: Check = accepting(
  (value) => typeof value === 'object' && value !== null && 'trigger' in value && 'canExecute' in value,
  'is not a job',
  'a ScheduledJob, as scheduler.get and scheduler.list return it',
);

/**
 * Writes jobs as calendars: iCalendar texts, and links to Google Calendar and Outlook. Payloads are never written.
 *
 * @example
 * const calendar = createCalendarExporter({ clock: new SystemClock() });
 * const { items } = await node.scheduler.list({ limit: 1000 });
 * await writeFile('jobs.ics', await calendar.toICalendar({ jobs: items }));
 */
export function createCalendarExporter(options: CalendarExporterOptions): CalendarExporter {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { clock, name = 'Scheduled jobs', mostSingles = 500, urlOf = () => null, calendars } = options;
  const horizonMs = toMilliseconds(options.horizon ?? { days: 366 });
  const lengthMs = toMilliseconds(options.length ?? '15m');
  const engine = createRecurrenceEngine(calendars === undefined ? {} : { calendars });
  const span = () => ({ from: clock.now(), until: new Date(clock.now().getTime() + horizonMs) });

  const entriesOf = (job: ScheduledJob): readonly CalendarEntry[] =>
    entriesOfJob({ engine, job, ...span(), mostSingles });
  const describe = ({ trigger, exclusions, type, policies }: ScheduledJob): string =>
    [`Runs ${engine.describe(trigger, exclusions)}.`, `Type: ${type}`, `Queue: ${policies.queue}`].join('\n');

  function linked(job: ScheduledJob): LinkedEntry {
    const entries = entriesOf(job);
    const [entry] = [...entries].sort((a, b) => a.start.getTime() - b.start.getTime());
    if (entry === undefined)
      throw new FeatureNotSupported(
        'a link to a calendar',
        `the job "${job.name}", which has no instants ahead`,
        'choose a job that is active and has a schedule',
      );
    return { job, entry, description: describe(job), lengthMs };
  }

  return Object.freeze({
    async toICalendar(request: { readonly jobs: readonly ScheduledJob[] }) {
      const check = fields({ jobs: listOf(aJob, 'jobs') }, '{ jobs }');
      checkInput({ value: request, check, field: 'request', error: QueryInvalid });
      const jobs = request.jobs.map((job) => ({
        job,
        description: describe(job),
        url: urlOf(job),
        entries: entriesOf(job),
      }));
      return writeCalendar({ name, jobs, lengthMs, at: clock.now(), span: span() });
    },
    async toGoogleCalendarUrl(request: { readonly job: ScheduledJob }) {
      checkJob(request);
      return googleCalendarLink(linked(request.job));
    },
    async toOutlookUrl(request: { readonly job: ScheduledJob }) {
      checkJob(request);
      return outlookLink(linked(request.job));
    },
  });
}

function checkJob(request: unknown): void {
  checkInput({
    value: request,
    check: fields({ job: aJob }, '{ job }'),
    field: 'request',
    error: QueryInvalid,
  });
}
