import type { ExecutionLog } from '@scheduler/contracts';
import { utcTime } from '../output/times.js';

/** `2030-01-01 12:00:00Z  info   sent {"to":"ann"}` */
export function logLine({ at, level, message, context }: ExecutionLog): string {
  const fields = Object.keys(context).length === 0 ? '' : ` ${JSON.stringify(context)}`;
  return `${utcTime(at)}  ${level.padEnd(5)}  ${message}${fields}`;
}
