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
};

/** A status of a job or an execution, in its colour. */
export function statusText(status: string): Text {
  const style = STYLES[status];
  return style === undefined ? status : styled(style, status);
}
