import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BusyQueue } from './busy-queue.mjs';
import { drain } from './drain.mjs';
import { collectFacts } from './facts.mjs';
import { JobLoad } from './job-load.mjs';
import { judge } from './judge.mjs';
import { probeRecovery } from './probe.mjs';
import { NODES } from './settings.mjs';
import { WorkflowLoad } from './workflow-load.mjs';

const LOADS = { jobs: JobLoad, workflows: WorkflowLoad };

/** Starts the workers and their work, inflicts the fault, heals it, and judges what is left. */
export async function play({ fault, scene, progress }) {
  const { workers } = scene;
  for (let number = 1; number <= (fault.nodes ?? NODES); number += 1) workers.start(`node-${number}`);
  await workers.heal();
  const load = new LOADS[fault.load ?? 'jobs']({ scene, fault });
  await load.prepare();
  const busy = new BusyQueue(scene);
  scene.begin();
  load.start();
  busy.start();
  const ticking = setInterval(() => progress(load.progressText()), 1_000);
  try {
    await fault.inflict(scene);
    await load.finish();
    await fault.heal?.(scene);
    scene.healedAt = Date.now();
    await workers.heal();
  } finally {
    clearInterval(ticking);
    await load.stop();
  }
  try {
    return await conclude({ fault, scene, progress, promised: load.promised(), busy });
  } finally {
    await busy.stop();
  }
}

async function conclude({ fault, scene, progress, promised, busy }) {
  const { control, workers, healedAt } = scene;
  const [recoveryMs, flows] = await Promise.all([
    probeRecovery({ control, healedAt }),
    busy.flowsAgain(healedAt),
  ]);
  progress('draining');
  const stuck = await drain({ control, dueAt: promised.dueAt, healedAt });
  await workers.stop();
  await busy.stop();
  const facts = await collectFacts({ scene, ...promised });
  const violations = await judge({ scene, fault, facts, stuck, recoveryMs, flows });
  if (violations.length > 0) keepFacts(scene, facts);
  return { violations, recoveryMs, figures: figuresOf(scene, facts), notes: scene.notes };
}

/** What the judgement is based on, beside the logs of the workers. */
function keepFacts({ folder }, facts) {
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts, null, 1));
}

function figuresOf({ figures, workers }, { executions, starts, refusedEffects, workflows }) {
  return {
    executions: executions.length,
    starts: starts.length,
    ...figures,
    ...runFigures(workflows.runs),
    refused: workers.refusedCompletions,
    lost: workers.givenUp.size,
    refusedEffects,
  };
}

/** How many runs of workflows there are, and how many of each status. */
function runFigures(runs) {
  if (runs.length === 0) return {};
  const figures = { runs: runs.length };
  for (const { status } of runs) figures[status] = (figures[status] ?? 0) + 1;
  return figures;
}
