import type { Execution } from '@scheduler/contracts';
import { type Changes, changingFields, constantFields } from './execution-hash.js';

export type Args = (string | number)[];

/** How many fields, then their names and values: what `next_execution` reads. */
export function newExecutionArgs(execution: Execution): Args {
  const args: Args = [];
  for (const fields of [constantFields(execution), changingFields(execution)])
    for (const [name, value] of Object.entries(fields)) if (value !== null) args.push(name, value);
  return [args.length / 2, ...args];
}

/** How many fields are set, their names and values; how many are removed, and their names: what `next_changes` reads. */
export function changeArgs(changes: Changes): Args {
  const set: Args = [];
  const removed: Args = [];
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) removed.push(name);
    else set.push(name, value);
  }
  return [set.length / 2, ...set, removed.length, ...removed];
}
