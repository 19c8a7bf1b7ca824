import type { JobContext, HandledJob, JobHandler } from '@scheduler/contracts';
import type { SimulatedWorkflows, Witness, WorkflowScene, Workload } from '@scheduler/testing';
import { createWorkflows, type Workflows } from '@scheduler/workflow';
import { WORKFLOW, workflowDefinitions } from './definitions.js';
import { stepWork, type Undone } from './step-work.js';
import { type PlannedStart, WorkflowOperator } from './workflow-operator.js';

interface Plan {
  readonly starts: readonly PlannedStart[];
  readonly interventions: number;
  readonly lastsMs: number;
}

const LASTS_MS = 20_000;
const SHORT_MS = 6_000;

const MANY: readonly string[] = [
  WORKFLOW.order,
  WORKFLOW.patience,
  WORKFLOW.race,
  WORKFLOW.order,
  WORKFLOW.sprint,
  WORKFLOW.patience,
  WORKFLOW.order,
  WORKFLOW.race,
];

/** Workflows of every kind, which operators cancel, pause, resume, decide and signal. */
export const WORKFLOWS: Workload = {
  name: 'workflows',
  lastsMs: LASTS_MS,
  interventions: 0,
  definitions: () => [],
  workflows: (scene) =>
    simulatedWorkflows(scene, {
      starts: MANY.map((workflow, index) => ({
        workflow,
        id: `run-${index + 1}`,
        input: {},
        atMs: 300 + 1_500 * index,
      })),
      interventions: 16,
      lastsMs: LASTS_MS,
    }),
};

/** One run that completes and one that is undone, for every fault at every call. */
export const SHORT_WORKFLOWS: Workload = {
  name: 'short workflows',
  lastsMs: SHORT_MS,
  interventions: 0,
  definitions: () => [],
  workflows: (scene) =>
    simulatedWorkflows(scene, {
      starts: [
        { workflow: WORKFLOW.short, id: 'completes', input: {}, atMs: 400 },
        { workflow: WORKFLOW.short, id: 'is-undone', input: { fails: true }, atMs: 500 },
      ],
      interventions: 0,
      lastsMs: SHORT_MS,
    }),
};

function simulatedWorkflows(scene: WorkflowScene, plan: Plan): SimulatedWorkflows {
  const operator = new WorkflowOperator(scene);
  const undone: Undone = new Set();
  return {
    engine: (process) => {
      const workflows = createWorkflows({
        definitions: workflowDefinitions(stepWork(scene, process, undone)),
      });
      operator.know(process, workflows);
      return witnessed(workflows, scene.witness);
    },
    plan: (cluster) => {
      for (const start of plan.starts) operator.start(cluster, start);
      for (let number = 1; number <= plan.interventions; number += 1)
        operator.intervene(cluster, number, 1_000 + scene.dice.roll(`when ${number}`) * plan.lastsMs);
    },
    serve: () => operator.serve(),
    started: operator.started,
  };
}

/** The same workflows, with every call of a step seen by the witness. */
function witnessed(workflows: Workflows, witness: Witness): Workflows {
  const handlers = [...workflows.handlers].map(
    (handler): JobHandler =>
      new Proxy(handler, {
        get: (target, key) =>
          key === 'handle'
            ? (job: HandledJob, context: JobContext) => {
                witness.started(job, context);
                return target.handle(job, context);
              }
            : (Reflect.get(target, key, target) as unknown),
      }),
  );
  return new Proxy(workflows, {
    get: (target, key) => {
      if (key === 'handlers') return handlers;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
