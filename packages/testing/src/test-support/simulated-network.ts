import { Network } from '../simulation/faults/network.js';
import { type Call, readFaults } from '../simulation/faults/fault.js';
import { ListedFaults } from '../simulation/faults/fault-source.js';
import { Dice } from '../simulation/world/dice.js';
import { SimulatedProcess } from '../simulation/world/simulated-process.js';
import { VirtualTime } from '../simulation/world/virtual-time.js';

/** Each call takes 10 ms there and 10 ms back. */
class EvenDice extends Dice {
  override about() {
    return { next: () => 0.5 };
  }
}

/** A process `n1.1` on a network with faults. `note` records events with their times. */
export function simulatedNetwork({ faults = '', dice = new EvenDice(1) as Dice } = {}) {
  const time = new VirtualTime(0);
  const process = new SimulatedProcess({ name: 'n1.1', time, skewMs: 0 });
  const listed = new ListedFaults(readFaults(faults));
  const calls: Call[] = [];
  const source = {
    faultAt: (call: Call) => {
      calls.push(call);
      return listed.faultAt(call);
    },
  };
  const network = new Network({ time, dice, faults: source, latencyMs: 20 });
  const events: string[] = [];
  const note = (what: string) => void events.push(`${what}@${time.nowMs}`);
  return { time, process, network, calls, events, note };
}
