import type { Execution } from '@scheduler/contracts';
import { executionName } from './execution-view.js';

const WIDEST_BAR = 40;
const NARROWEST_BAR = 10;

/** `5 of 10 (50 %)`, or `5 done` if the total is unknown. Null: the handler reported nothing. */
export function progressText({ progress }: Pick<Execution, 'progress'>): string | null {
  if (progress === null) return null;
  const { done, total } = progress;
  if (total === null) return done === 0 ? null : `${done} done`;
  return `${done} of ${total} (${Math.floor(shareOf(done, total) * 100)} %)`;
}

/** `weekly-sales: 5 of 10 (50 %)`, or its status. */
export function followText(execution: Execution): string {
  return `${executionName(execution)}: ${progressText(execution) ?? execution.status}`;
}

/** The same with a bar as wide as the terminal allows. Null: the total is unknown, or the terminal is too narrow. */
export function barText(execution: Execution, columns: number): string | null {
  const { progress } = execution;
  if (progress === null || progress.total === null) return null;
  const [name, text] = [executionName(execution), progressText(execution) ?? ''];
  const width = Math.min(WIDEST_BAR, columns - name.length - text.length - 6);
  if (width < NARROWEST_BAR) return null;
  const filled = Math.floor(shareOf(progress.done, progress.total) * width);
  return `${name} [${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${text}`;
}

function shareOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}
