import type { Execution } from '@scheduler/contracts';
import { type Changes, changingFields, constantFields } from './execution-hash.js';

export type Args = (string | number)[];

/** The arguments that `next_execution` reads: the number of fields, their names and values. */
export function newExecutionArgs(execution: Execution): Args {
  const args: Args = [];
  for (const fields of [constantFields(execution), changingFields(execution)])
    for (const [name, value] of Object.entries(fields)) if (value !== null) args.push(name, value);
  return [args.length / 2, ...args];
}

/** The arguments that `next_changes` reads: the number of fields to set, their names and values; the number of fields to remove, their names. */
export function changeArgs(changes: Changes): Args {
  const set: Args = [];
  const removed: Args = [];
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) removed.push(name);
    else set.push(name, value);
  }
  return [set.length / 2, ...set, removed.length, ...removed];
}
