import { instantOf } from '../clock/instant-of.js';
import type { SimulateOptions } from './simulate-options.js';

/** @throws RangeError that names the option, the value and what is accepted */
export function checkSimulation({
  from,
  to,
  nodes = 1,
  faults = 0,
  outages = [],
  actions = [],
}: SimulateOptions): void {
  const [start, end] = [instantOf(from), instantOf(to)];
  if (end <= start)
    throw new RangeError(`to is ${String(to)}: it must be after from, which is ${String(from)}`);
  if (!Number.isInteger(nodes) || nodes < 1) throw new RangeError(`nodes is ${nodes}: it must be 1 or more`);
  if (!(faults >= 0 && faults <= 1))
    throw new RangeError(`faults is ${faults}: it must be a share from 0 to 1`);
  for (const outage of outages) {
    const { of = 'nodes' } = outage;
    if (instantOf(outage.to) <= instantOf(outage.from))
      throw new RangeError(
        `an outage ends at ${String(outage.to)}: that must be after ${String(outage.from)}`,
      );
    if (typeof of === 'number' && !(Number.isInteger(of) && of >= 1 && of <= nodes))
      throw new RangeError(`an outage is of node ${of}: there are nodes 1 to ${nodes}`);
  }
  for (const { at } of actions)
    if (instantOf(at) < start || instantOf(at) > end)
      throw new RangeError(`an action is at ${String(at)}: that must lie between from and to`);
}
