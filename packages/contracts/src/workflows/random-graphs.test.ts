import { SeededRandom } from '../test-support/seeded-random.js';
import { play, type Played } from '../test-support/workflows/play.js';
import { randomGraph, smallerGraphs } from '../test-support/workflows/random-graph.js';
import { hasWorkflowEnded } from './workflow-run.js';
import type { WorkflowGraph } from './workflow-graph.js';

/** `npm test -- --full` plays twenty times as many. */
const PLAYS = process.env['SCHEDULER_TEST_BUDGET'] === 'full' ? 40_000 : 2_000;

/** Set it to repeat one play that has failed. */
const GIVEN = process.env['WORKFLOW_SEED'];
const SEED = GIVEN === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(GIVEN);

/** How many plays of a smaller graph are tried, since other random things happen in it. */
const TRIES = 200;

/** A play of the smallest graph that can be found in which something goes wrong. */
function shrink(graph: WorkflowGraph, found: Played, seed: number): { graph: WorkflowGraph; played: Played } {
  for (const smaller of smallerGraphs(graph))
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const played = play(smaller, new SeededRandom(seed + attempt));
      if (played.problem !== null) return shrink(smaller, played, seed + attempt);
    }
  return { graph, played: found };
}

function describeFailure(seed: number, graph: WorkflowGraph, { driver, problem }: Played): string {
  const steps = graph.steps.map((step) =>
    JSON.stringify(step, (key, value: unknown) => (/policy/i.test(key) ? undefined : value)),
  );
  return [`WORKFLOW_SEED=${seed}`, problem, ...steps, ...driver.log].join('\n');
}

describe('random graphs with random outcomes', () => {
  it('go as the model of their meaning says, and end', () => {
    const seen = new Map<string, number>();
    for (let index = 0; index < (GIVEN === undefined ? PLAYS : 1); index += 1) {
      const seed = (SEED + index) | 0;
      const random = new SeededRandom(seed);
      const graph = randomGraph(random);
      const played = play(graph, random);
      if (played.problem !== null) {
        const small = shrink(graph, played, seed);
        throw new Error(describeFailure(seed, small.graph, small.played));
      }
      const { status } = played.driver.run;
      expect(hasWorkflowEnded(status)).toBe(true);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    if (GIVEN !== undefined) return;
    // Otherwise the plays would not show much.
    const ends = ['completed', 'completed_with_errors', 'failed', 'cancelled', 'compensated'];
    expect([...seen.keys()].sort()).toEqual(ends.sort());
  });
});
