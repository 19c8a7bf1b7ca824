import type { BusEvent, JsonValue } from '@scheduler/contracts';
import { type Style, styled, type Text } from '../output/text.js';
import { elapsed, localTime } from '../output/times.js';

const STYLES: Readonly<Record<string, Style>> = {
  completed: 'green',
  failed: 'red',
  cancelled: 'dim',
  skipped: 'yellow',
  rescued: 'yellow',
};

/** `09:00:00  completed  weekly-sales  export_report  in 1.2 s` */
export function eventText({ name, at, data }: BusEvent): readonly Text[] {
  const verb = name.slice(name.lastIndexOf('.') + 1);
  const subject = text(data['jobName']) ?? text(data['name']) ?? text(data['type']) ?? '';
  const type = text(data['type']);
  const details = [type === null || type === subject ? null : `[${type}]`, ...detailsOf(data)];
  const style = STYLES[verb];
  const shown = verb.padEnd(10);
  return [
    styled('dim', `${localTime(at, 'UTC').slice(11)}Z`),
    '  ',
    style === undefined ? shown : styled(style, shown),
    '  ',
    styled('bold', subject),
    ...details.filter((part) => part !== null).map((part) => ` ${part}`),
  ];
}

function detailsOf(data: BusEvent['data']): readonly (string | null)[] {
  const { attempt, durationMs, reason, nextRetryAt, nextRunAt } = data;
  return [
    typeof attempt === 'number' && attempt > 1 ? `attempt ${attempt}` : null,
    typeof durationMs === 'number' ? `in ${elapsed(durationMs)}` : null,
    text(reason) === null ? null : `(${text(reason)})`,
    text(nextRetryAt) === null ? null : `again at ${text(nextRetryAt)}`,
    text(nextRunAt) === null ? null : `next run ${text(nextRunAt)}`,
  ];
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
