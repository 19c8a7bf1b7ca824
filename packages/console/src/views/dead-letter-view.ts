import type { DeadLetterEntry } from '@scheduler/core';
import type { Column } from '../output/table.js';
import { localTime } from '../output/times.js';
import { executionName } from './execution-view.js';

type Named = Pick<DeadLetterEntry, 'jobName' | 'type'>;

export function deadLetterName({ jobName, type }: Named): string {
  return executionName({ jobName, type: type as Parameters<typeof executionName>[0]['type'] });
}

export const deadLetterColumns: readonly Column<DeadLetterEntry>[] = [
  { header: 'ID', cell: ({ id }) => id, fixed: true },
  { header: 'JOB', cell: deadLetterName },
  { header: 'QUEUE', cell: ({ queue }) => queue },
  { header: 'FAILED (UTC)', cell: ({ lastFailedAt }) => localTime(lastFailedAt, 'UTC'), fixed: true },
  { header: 'ATTEMPTS', cell: ({ attempts }) => String(attempts), align: 'right' },
  { header: 'CLASS', cell: ({ errorClass }) => errorClass ?? '-' },
  { header: 'ERROR', cell: ({ error }) => error?.message ?? '-' },
];

export function deadLetterFields(
  letter: DeadLetterEntry,
): readonly (readonly [label: string, value: string])[] {
  const { error } = letter;
  return [
    ['id', letter.id],
    ['job', letter.jobName ?? '-'],
    ['type', letter.type],
    ['queue', letter.queue],
    ['tenant', letter.tenant ?? '-'],
    ['first failed', `${localTime(letter.firstFailedAt, 'UTC')} UTC`],
    ['last failed', `${localTime(letter.lastFailedAt, 'UTC')} UTC`],
    ['attempts', String(letter.attempts)],
    ['class', letter.errorClass ?? '-'],
    ['error', error === null ? '-' : `${error.name}: ${error.message}`],
    ['code', error?.code ?? '-'],
    ['payload', JSON.stringify(letter.payload)],
  ];
}
