import type { WorkflowGraph } from '@scheduler/contracts';
import {
  type AdvancedTrees,
  graphStored,
  type Lease,
  runChanged,
  type TreeChanges,
} from '@scheduler/contracts/adapter';
import { eventsToArgs } from '../database/event-args.js';
import { type Args, changeArgs, newExecutionArgs } from '../executions/execution-args.js';
import { type Changed, changesOf } from '../executions/settle-changes.js';
import { runChanges } from './run-hash.js';
import type { TreeReads } from './tree-reads.js';

/** What a change of trees of runs begins with. */
export interface RunPlan extends TreeChanges {
  /** Executions that end by their holder or a caller. */
  readonly ends?: readonly Changed[];
  /** True: the end of their leases has to be the one that was read. */
  readonly isLeaseSame?: boolean;
  /** The lease under which the change is made. */
  readonly held?: Lease;
  /** Ended executions of which their runs had not been told. */
  readonly folded?: readonly string[];
  /** The graph of a new run. */
  readonly graph?: { readonly hash: string; readonly graph: WorkflowGraph };
}

interface AdvanceWrite {
  readonly plan: RunPlan;
  readonly reads: TreeReads;
  readonly advanced: AdvancedTrees;
  /** The name of the write. */
  readonly by: string;
  /** Whether events are logged. */
  readonly logs: boolean;
}

/** The arguments of `ADVANCE`. */
export function advanceArgs({ plan, reads, advanced, by, logs }: AdvanceWrite): Args {
  const { ends = [], isLeaseSame = false, held, folded = [] } = plan;
  return [
    ...listed([...reads.runs], ([id, read]) => [id, read.by]),
    ...listed(held === undefined ? [] : [held], ({ executionId, fence }) => [executionId, fence]),
    ...listed(ends, (end) => endArgs(end, isLeaseSame)),
    ...listed(reads.cancelled, (end) => endArgs(end, false)),
    ...listed(reads.stops, ({ executionId, reason }) => [executionId, reason]),
    ...listed(folded, (id) => [id]),
    ...graphArgs(plan, reads, logs),
    ...listed(advanced.runs, (run) => [
      run.id,
      ...changeArgs(runChanges(reads.runs.get(run.id)?.run ?? null, run, by)),
      ...(logs ? eventsToArgs(runChanged(advanced.before.get(run.id) ?? null, run, reads.context)) : []),
    ]),
    ...listed(advanced.executions, newExecutionArgs),
    ...listed(advanced.postponed, ({ executionIds, availableAt }) => [
      availableAt.getTime(),
      ...(logs ? [JSON.stringify({ availableAt })] : []),
      ...listed(executionIds, (id) => [id]),
    ]),
  ];
}

function graphArgs({ graph }: RunPlan, { context }: TreeReads, logs: boolean): Args {
  return listed(graph === undefined ? [] : [graph], (one) => [
    one.hash,
    JSON.stringify(one.graph),
    ...(logs ? eventsToArgs([graphStored(one.hash, one.graph, context)]) : []),
  ]);
}

function listed<T>(items: readonly T[], argsOf: (item: T) => Args): Args {
  const args: Args = [items.length];
  for (const item of items) for (const value of argsOf(item)) args.push(value);
  return args;
}

function endArgs({ before, after, events }: Changed, isLeaseSame: boolean): Args {
  const lease = isLeaseSame ? (before.leaseUntil?.getTime() ?? '') : '';
  const args = [before.id, before.status, before.fence, lease, ...changeArgs(changesOf(before, after))];
  return events === undefined ? args : [...args, ...eventsToArgs(events)];
}
