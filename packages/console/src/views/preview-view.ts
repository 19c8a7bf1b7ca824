import type { PreviewEntry } from '@scheduler/recurrence';
import type { Column } from '../output/table.js';
import { styled, type Text } from '../output/text.js';
import { relativeTime, utcTime } from '../output/times.js';

/** Instants to come, in local time and UTC. */
export function previewColumns(now: Date): readonly Column<PreviewEntry>[] {
  return [
    {
      header: 'LOCAL',
      cell: ({ local, kind }): Text => (kind === 'run' ? local : styled('dim', local)),
      fixed: true,
    },
    { header: 'UTC', cell: ({ at, kind }) => (kind === 'run' ? utcTime(at) : 'skipped'), fixed: true },
    { header: 'RELATIVE', cell: ({ at }) => relativeTime(at, now), fixed: true },
    { header: 'NOTE', cell: ({ note }): Text => (note === null ? '' : styled('yellow', note)) },
  ];
}
