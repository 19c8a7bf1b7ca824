import { formatDuration } from '@scheduler/contracts';
import type { Collision, HourLoad, QueueForecast } from '@scheduler/core';
import type { Column } from '../output/table.js';
import { styled, type Text } from '../output/text.js';
import { elapsed, localTime } from '../output/times.js';

const SHOWN_NAMES = 5;

export function hourColumns(zone: string): readonly Column<HourLoad>[] {
  return [
    { header: `BUSIEST HOURS (${zone})`, cell: ({ at }) => localTime(at, zone).slice(0, 16), fixed: true },
    { header: 'RUNS', cell: ({ starts }) => String(starts), align: 'right', fixed: true },
    { header: 'WORK', cell: ({ busyMs }) => (busyMs === 0 ? '-' : elapsed(busyMs)), fixed: true },
    {
      header: 'QUEUES',
      cell: ({ queues }) =>
        Object.entries(queues)
          .map(([queue, starts]) => `${queue} ${starts}`)
          .join(', '),
    },
  ];
}

export function queueColumns(zone: string): readonly Column<QueueForecast>[] {
  return [
    { header: 'QUEUE', cell: ({ queue }) => queue },
    { header: 'RUNS', cell: ({ starts }) => String(starts), align: 'right', fixed: true },
    { header: 'AT ONCE', cell: ({ peak }) => String(peak.running), align: 'right', fixed: true },
    {
      header: 'SLOTS HERE',
      cell: ({ slots }) => (slots === null ? '-' : String(slots)),
      align: 'right',
      fixed: true,
    },
    {
      header: `MOST AT (${zone})`,
      cell: ({ peak, isTooNarrow }): Text => {
        const at = localTime(peak.at, zone);
        return isTooNarrow ? styled('red', `${at}  too narrow`) : at;
      },
      fixed: true,
    },
  ];
}

export function collisionColumns(zone: string): readonly Column<Collision>[] {
  return [
    { header: `COLLISIONS (${zone})`, cell: ({ at }) => localTime(at, zone), fixed: true },
    { header: 'TIMES', cell: ({ times }) => String(times), align: 'right', fixed: true },
    { header: 'QUEUE', cell: ({ queue }) => queue },
    { header: 'JOBS', cell: ({ jobs }) => namesOf(jobs.map(({ name }) => name)) },
    {
      header: 'WAIT',
      cell: ({ waiting }): Text => (waiting === 0 ? '-' : styled('red', String(waiting))),
      align: 'right',
      fixed: true,
    },
    { header: 'TRY', cell: adviceFor },
  ];
}

/** `a, b, c … 4 more` */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return names.length <= SHOWN_NAMES ? shown : `${shown} … ${names.length - SHOWN_NAMES} more`;
}

function adviceFor({ jobs, freeMinutes, jitterMs }: Collision): string {
  const jitter = `jitter ${formatDuration(jitterMs)}`;
  // A longer list of minutes is not practical to set by hand.
  if (freeMinutes.length < jobs.length - 1 || freeMinutes.length > SHOWN_NAMES) return jitter;
  const minutes = freeMinutes.map((minute) => String(minute).padStart(2, '0')).join(', ');
  return `minute ${minutes}, or ${jitter}`;
}
