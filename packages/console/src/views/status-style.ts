import { type Style, styled, type Text } from '../output/text.js';

const STYLES: Readonly<Record<string, Style>> = {
  active: 'green',
  success: 'green',
  completed: 'dim',
  paused: 'yellow',
  pending: 'cyan',
  running: 'cyan',
  failed: 'red',
  timeout: 'red',
  cancelled: 'dim',
  skipped: 'yellow',
  waiting: 'dim',
  succeeded: 'green',
  stopping: 'yellow',
  compensating: 'yellow',
  compensated: 'yellow',
  completed_with_errors: 'yellow',
  compensation_failed: 'red',
  undoing: 'yellow',
  undone: 'yellow',
  'undo failed': 'red',
};

/** A status of a job, an execution, a run of a workflow or a step, in its colour. */
export function statusText(status: string): Text {
  const style = STYLES[status];
  return style === undefined ? status : styled(style, status);
}
