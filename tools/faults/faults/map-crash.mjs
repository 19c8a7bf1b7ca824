import { killOne } from '../harness/kill-one.mjs';
import { until } from '../harness/until.mjs';
import { between } from '../workload/draw.mjs';
import { JOIN_STEP, MAP_STEP, PARCELS } from '../workload/workflows.mjs';

/** How many items a map adds in one step of the store. */
const SLICE = 1_000;
const ITEMS_PER_KILL = 2_500;
const LEAST_KILLS = 2;
const LONGEST_WAIT_MS = 600_000;

/**
 * How many items are added when the node dies that adds them, one death after the other. One map is sealed while its items run, so that the last of them
 * starts the join. Of the other all items have ended before its node dies once more, so that the seal starts the join.
 */
const CRASHES = {
  'sealed-early': ({ first, some, all }) => [first, some, all],
  'sealed-last': ({ first, some, all }) => [first, some, { ...all, afterAllEnded: true }],
};

/** Two maps, whose nodes die before the list of items is complete and before it is sealed, while other nodes die as well. */
export const fault = {
  name: 'map-crash',
  title: 'node dies before the items of a map are all added and sealed',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'CDEFGW, one join',
  harm: 'crashes',
  load: 'workflows',

  async inflict(scene) {
    const { sizes, runs, random } = scene;
    const names = Object.keys(CRASHES);
    scene.early = [];
    scene.crashes = new Map(names.map((name) => [name, CRASHES[name](momentsOf(scene))]));
    const planned = names.map((id) => ({
      workflow: PARCELS,
      id,
      input: { items: sizes.items },
      ends: 'completed',
    }));
    await runs.startAll(planned);
    const kills = killsFor(scene);
    for (let kill = 0; kill < kills; kill += 1) {
      // Each item starts at least once, so that all of these starts come.
      const share = (sizes.items * names.length) / kills;
      const goal = Math.ceil((kill + random.next()) * share);
      await runs.untilStarts(goal);
      await killOne(scene);
    }
  },

  /** Decides about a node that holds a map: it dies if the next crash of the map is due, and goes on otherwise. */
  async onHeld(scene, worker, moment) {
    const crashes = scene.crashes.get(moment.run);
    const [next] = crashes;
    if (next === undefined || moment.added < next.added) return worker.letGoOn(moment.executionId);
    if (next.afterAllEnded) await untilAllEnded(scene, worker, moment);
    // It was killed meanwhile, and the next attempt comes here again.
    if (worker.end !== null) return undefined;
    crashes.shift();
    scene.count('crashes');
    return worker.kill();
  },

  verify(scene) {
    const { kills = 0 } = scene.figures;
    const missing = [...scene.crashes].filter(([, crashes]) => crashes.length > 0);
    return [
      ...missing.map(([run, crashes]) => `map ${run} did not reach ${JSON.stringify(crashes[0])}`),
      ...(kills === killsFor(scene) ? [] : [`there were ${kills} kills instead of ${killsFor(scene)}`]),
      ...scene.early,
    ];
  },
};

/** After the first slice, after some of them, and after all of them, when only the seal is missing. */
function momentsOf({ sizes: { items }, random }) {
  const after = (slice) => ({ added: Math.min(items, slice * SLICE) });
  const slices = Math.ceil(items / SLICE);
  return { first: after(1), some: after(between(random, 1, slices)), all: after(slices) };
}

function killsFor({ sizes: { items } }) {
  return Math.max(LEAST_KILLS, Math.round(items / ITEMS_PER_KILL));
}

/** Waits until every item of the map has ended, and notes a join that has begun without the seal. */
async function untilAllEnded({ control, early }, worker, { run: id, added }) {
  const stepsOf = async () => (await control.store.workflows.get({ id, tenant: null })).steps;
  const haveEnded = async () => (await stepsOf())[MAP_STEP].children?.ended === added;
  await until(async () => worker.end !== null || (await haveEnded()), LONGEST_WAIT_MS, 100);
  if (worker.end !== null) return;
  const { status } = (await stepsOf())[JOIN_STEP] ?? { status: 'waiting' };
  if (status !== 'waiting') early.push(`step ${JOIN_STEP} of ${id} is ${status} before the map is sealed`);
}
