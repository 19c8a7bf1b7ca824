/* eslint-disable @typescript-eslint/no-require-imports -- `import()` would set up the loader of ES modules first, which takes longer than printing the help */
import type { BuiltInCommand } from './built-in-command.js';

/** The commands of the group `workflow`. */
export const WORKFLOW_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: 'workflow:approve',
    description: 'Approve a step of a run that waits for a decision',
    load: () => new (require('../commands/workflow-approve.js').WorkflowApprove)(),
  },
  {
    name: 'workflow:cancel',
    description: 'Cancel a run: nothing new starts, and what runs is asked to stop',
    load: () => new (require('../commands/workflow-cancel.js').WorkflowCancel)(),
  },
  {
    name: 'workflow:definitions',
    description: 'List the workflows that the application defines',
    load: () => new (require('../commands/workflow-definitions.js').WorkflowDefinitions)(),
  },
  {
    name: 'workflow:graph',
    description: 'Draw a workflow, or a run with the states of its steps',
    load: () => new (require('../commands/workflow-graph.js').WorkflowGraph)(),
  },
  {
    name: 'workflow:list',
    description: 'List runs of workflows, latest first',
    load: () => new (require('../commands/workflow-list.js').WorkflowList)(),
  },
  {
    name: 'workflow:pause',
    description: 'Pause a run: nothing new starts, and what runs ends',
    load: () => new (require('../commands/workflow-pause.js').WorkflowPause)(),
  },
  {
    name: 'workflow:plan',
    description: 'Show which runs this build could not finish or undo; exit code 1 if there are any',
    load: () => new (require('../commands/workflow-plan.js').WorkflowPlan)(),
  },
  {
    name: 'workflow:reject',
    description: 'Reject a step of a run that waits for a decision',
    load: () => new (require('../commands/workflow-reject.js').WorkflowReject)(),
  },
  {
    name: 'workflow:resume',
    description: 'Resume a paused run',
    load: () => new (require('../commands/workflow-resume.js').WorkflowResume)(),
  },
  {
    name: 'workflow:resume-compensation',
    description: 'Try the rollbacks of a run again that have failed for good',
    load: () => new (require('../commands/workflow-resume-compensation.js').WorkflowResumeCompensation)(),
  },
  {
    name: 'workflow:retry',
    description: 'Let a run that has ended go on from its failed steps, or from others',
    load: () => new (require('../commands/workflow-retry.js').WorkflowRetry)(),
  },
  {
    name: 'workflow:show',
    description: 'Show a run of a workflow with the states of its steps',
    load: () => new (require('../commands/workflow-show.js').WorkflowShow)(),
  },
  {
    name: 'workflow:signal',
    description: 'Send a signal to a run, which keeps it until a step wants it',
    load: () => new (require('../commands/workflow-signal.js').WorkflowSignal)(),
  },
  {
    name: 'workflow:start',
    description: 'Start a run of a workflow, now or at an instant',
    load: () => new (require('../commands/workflow-start.js').WorkflowStart)(),
  },
  {
    name: 'workflow:state',
    description: 'Show everything that is stored of a run: input, signals and the state of each step',
    load: () => new (require('../commands/workflow-state.js').WorkflowStateCommand)(),
  },
  {
    name: 'workflow:why',
    description: 'Explain what a step of a run waits for and since when, or how it ended',
    load: () => new (require('../commands/workflow-why.js').WorkflowWhy)(),
  },
];
