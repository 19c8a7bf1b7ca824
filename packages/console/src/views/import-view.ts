import type { ImportStep } from '../import/apply-import.js';
import type { PlannedJob } from '../import/plan-import.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { localTime } from '../output/times.js';
import { zoneOfTrigger } from './job-view.js';

interface RunsSideBySide {
  readonly before: string;
  readonly after: string;
}

/** One job with its next runs side by side, and with what is not the same. */
export function showPlannedJob(
  io: ConsoleIo,
  { entry, definition, comparison }: PlannedJob,
  action: string,
): void {
  const { when, before, after, differences } = comparison;
  const zone = zoneOfTrigger(entry.trigger);
  io.line(styled('bold', definition.name), `  ${action}, ${entry.place}`);
  io.line(`  ${entry.written} ${entry.command ?? entry.name ?? ''}`);
  io.line(`  as ${definition.type}, ${when}`);
  const rows = after.map((at, index): RunsSideBySide => {
    const old = before?.[index];
    return { before: old === undefined ? '?' : localTime(old, zone), after: localTime(at, zone) };
  });
  if (rows.length > 0)
    io.table(
      [
        { header: '  BEFORE', cell: (row) => `  ${row.before}`, fixed: true },
        { header: `HERE (${zone})`, cell: (row) => row.after, fixed: true },
      ],
      rows,
    );
  for (const difference of differences) io.line(styled('yellow', `  ! ${difference}`));
  io.line('');
}

/** What stands in JSON. */
export function importDocument({ entry, definition, comparison }: PlannedJob, action: string | null) {
  const { place, written, command } = entry;
  const { name, type, trigger, payload, enabled } = definition;
  return { name, action, place, written, command, type, trigger, payload, enabled, ...comparison };
}

export function countsText(steps: readonly ImportStep[]): string {
  const count = (action: ImportStep['action']) => steps.filter((step) => step.action === action).length;
  return `${count('create')} created, ${count('update')} updated, ${count('unchanged')} unchanged`;
}
