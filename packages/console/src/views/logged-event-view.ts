import type { JsonObject, LoggedEvent } from '@scheduler/contracts';
import type { EventReaderReport, LogDifference } from '@scheduler/core';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';

const LONGEST_DATA = 120;

export const loggedEventColumns: readonly Column<LoggedEvent>[] = [
  { header: 'POSITION', cell: ({ position }) => position, fixed: true },
  { header: 'AT', cell: ({ at }) => at.toISOString(), fixed: true },
  { header: 'EVENT', cell: nameText, fixed: true },
  { header: 'OF', cell: ({ entity, entityId }) => `${entity} ${entityId}` },
  { header: 'CAUSE', cell: ({ cause }) => cause ?? '-' },
  { header: 'DATA', cell: ({ data }) => dataText(data) },
];

/** What a handler has emitted goes by its own name. */
function nameText({ name, data }: LoggedEvent): string {
  return name === 'DomainEventEmitted' ? `${name} ${String(data['name'])}` : name;
}

export function dataText(data: JsonObject): string {
  const text = JSON.stringify(data);
  return text.length <= LONGEST_DATA ? text : `${text.slice(0, LONGEST_DATA)}…`;
}

/** One line for an event, as `events:tail` prints them. */
export function loggedEventLine(event: LoggedEvent): string {
  const { position, at, entity, entityId, cause, data } = event;
  return `${position}  ${at.toISOString()}  ${nameText(event)}  ${entity} ${entityId}  by ${cause ?? '-'}  ${dataText(data)}`;
}

export const eventReaderColumns: readonly Column<EventReaderReport>[] = [
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'KIND', cell: ({ kind }) => kind, fixed: true },
  { header: 'STATE', cell: stateText },
  {
    header: 'POSITION',
    cell: ({ position, isAtEnd }) => `${position ?? 'beginning'}${isAtEnd ? ' (end)' : ''}`,
  },
  { header: 'READ BY', cell: ({ holder }) => holder ?? '-' },
  { header: 'DEAD LETTERS', cell: ({ deadLetters }) => String(deadLetters.length), align: 'right' },
];

function stateText({ stopped, failing }: EventReaderReport) {
  if (stopped !== null) return styled('red', `stopped: ${stopped.error}`);
  if (failing === null) return 'reads';
  return styled('yellow', `fails (${failing.attempts}): ${failing.error}`);
}

export const eventLetterColumns: readonly Column<EventReaderReport['deadLetters'][number]>[] = [
  { header: 'POSITION', cell: ({ position }) => position, fixed: true },
  { header: 'EVENT', cell: ({ name }) => name, fixed: true },
  { header: 'JOB', cell: ({ jobId }) => jobId ?? '-' },
  { header: 'AT', cell: ({ at }) => at.toISOString(), fixed: true },
  { header: 'ATTEMPTS', cell: ({ attempts }) => String(attempts), align: 'right' },
  {
    header: 'ERROR',
    cell: ({ error, isRetried }) => (isRetried ? `${error} (is delivered once more)` : error),
  },
];

export const differenceColumns: readonly Column<LogDifference>[] = [
  { header: 'ROW', cell: ({ entity, id }) => `${entity} ${id}` },
  { header: 'FIELD', cell: ({ field }) => field ?? '(the whole row)' },
  { header: 'THE LOG SAYS', cell: ({ logged }) => JSON.stringify(logged) },
  { header: 'STORED IS', cell: ({ stored }) => styled('red', JSON.stringify(stored)) },
];
