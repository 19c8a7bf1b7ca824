import { killOne } from '../harness/kill-one.mjs';
import { between, oneOf } from '../workload/draw.mjs';
import { ORDER, ORDER_ENDS } from '../workload/workflows.mjs';

const RUNS_PER_KILL = 20;
const LEAST_KILLS = 4;
/** Every run starts at least these steps: reserve and charge. */
const LEAST_STARTS = 2;
/** Half of the orders are delivered. */
const FATES = ['delivered', 'delivered', 'not paid', 'not deliverable'];

/**
 * Orders are started in as many groups as workers are killed. Each kill waits for steps to start after its group was started, so that it strikes among the
 * runs of that group, however fast the machine is.
 */
export const fault = {
  name: 'workflow-storm',
  title: 'worker `kill -9`, respawn, during workflows of orders',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'CDEFGW, all end as planned',
  harm: 'kills',
  load: 'workflows',

  async inflict(scene) {
    const { random, witness, runs } = scene;
    for (const group of groupsOf(ordersOf(scene), killsFor(scene))) {
      const startsBefore = witness.starts.length;
      await runs.startAll(group);
      await runs.untilStarts(startsBefore + between(random, 1, LEAST_STARTS * group.length));
      await killOne(scene);
    }
  },

  verify(scene) {
    const { kills = 0 } = scene.figures;
    return kills === killsFor(scene) ? [] : [`there were ${kills} kills instead of ${killsFor(scene)}`];
  },
};

function killsFor({ sizes: { runs } }) {
  return Math.min(runs, Math.max(LEAST_KILLS, Math.round(runs / RUNS_PER_KILL)));
}

function ordersOf({ sizes, random }) {
  return Array.from({ length: sizes.runs }, (_, number) => {
    const fate = oneOf(random, FATES);
    const input = { fate, isGift: random.next() < 0.5, fails: oneOf(random, [0, 0, 1, 2]) };
    return { workflow: ORDER, id: `order-${number + 1}`, input, ends: ORDER_ENDS[fate] };
  });
}

/** Deals the items to so many groups, whose sizes differ by one at most. */
function groupsOf(items, count) {
  const startOf = (group) => Math.floor((group * items.length) / count);
  return Array.from({ length: count }, (_, group) => items.slice(startOf(group), startOf(group + 1)));
}
