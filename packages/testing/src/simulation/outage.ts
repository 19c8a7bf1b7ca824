import { instantOf } from '../clock/instant-of.js';
import { type Call, callId, type Fault } from './faults/fault.js';
import type { FaultSource } from './faults/fault-source.js';
import type { Cluster } from './cluster/cluster.js';
import type { VirtualTime } from './world/virtual-time.js';

export interface Outage {
  readonly from: Date | string;
  readonly to: Date | string;
  /** `nodes`: all nodes are killed. A number: that node is killed; nodes count from 1. `store`: no call to the store succeeds. Default `nodes`. */
  readonly of?: 'nodes' | 'store' | number;
}

/** Kills and starts nodes at the times of the outages. */
export function planOutages(outages: readonly Outage[], cluster: Cluster, time: VirtualTime): void {
  for (const { from, to, of = 'nodes' } of outages) {
    if (of === 'store') continue;
    const affected = of === 'nodes' ? cluster.numbers : [of];
    time.after(instantOf(from) - time.nowMs, () => affected.forEach((node) => cluster.takeDown(node)));
    time.after(instantOf(to) - time.nowMs, () => affected.forEach((node) => cluster.bringUp(node)));
  }
}

/** How long a client waits for a store that does not answer. */
const TIMEOUT_MS = 5_000;

/** While the store is out, every call fails; at other times another source decides. */
export class StoreOutages implements FaultSource {
  private readonly spans: readonly (readonly [from: number, to: number])[];

  constructor(
    outages: readonly Outage[],
    private readonly time: VirtualTime,
    private readonly others: FaultSource,
  ) {
    this.spans = outages
      .filter(({ of }) => of === 'store')
      .map(({ from, to }) => [instantOf(from), instantOf(to)]);
  }

  faultAt(call: Call): Fault | null {
    const { nowMs } = this.time;
    const isOut = this.spans.some(([from, to]) => from <= nowMs && nowMs < to);
    return isOut ? { call: callId(call), kind: 'request_lost', ms: TIMEOUT_MS } : this.others.faultAt(call);
  }
}
