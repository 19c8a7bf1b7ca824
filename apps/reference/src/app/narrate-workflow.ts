import type { BusEvent, WorkflowEventData, WorkflowStepEventData } from '@scheduler/contracts';

/** What a line says about a run of a workflow or one of its steps. */
export interface WorkflowLine {
  readonly mark: string;
  readonly name: string;
  readonly text: string;
}

type Wording = (event: BusEvent) => WorkflowLine;

const PREFIX = 'scheduler:workflow.';

const WORDINGS: Readonly<Record<string, Wording>> = {
  [`${PREFIX}started`]: run('▶', () => 'begins'),
  [`${PREFIX}completed`]: run('✔', ({ durationMs }) => `ends after ${durationMs ?? 0} ms`),
  [`${PREFIX}failed`]: run('✘', because),
  [`${PREFIX}cancelled`]: run('■', because),
  [`${PREFIX}compensating`]: run('↩', (data) => `is undone: ${because(data)}`),
  [`${PREFIX}compensated`]: run('↩', () => 'everything is undone'),
  [`${PREFIX}compensation_failed`]: run('✘', () => 'could not be undone: see workflow:resume-compensation'),
  [`${PREFIX}step_skipped`]: skipped,
};

/** The events that `workflowLine` knows. What functions of steps do is told by the events of their executions. */
export const WORKFLOW_EVENTS: readonly string[] = Object.keys(WORDINGS);

/** Null: it is not one of these events. */
export function workflowLine(event: BusEvent): WorkflowLine | null {
  return WORDINGS[event.name]?.(event) ?? null;
}

function run(mark: string, text: (data: WorkflowEventData) => string): Wording {
  return (event) => {
    const data = event.data as WorkflowEventData;
    return { mark, name: data.workflow, text: `${data.runId} ${text(data)}` };
  };
}

function because({ reason, failedStep }: WorkflowEventData): string {
  const step = failedStep === null ? '' : `${failedStep} failed`;
  return [step, reason ?? ''].filter((part) => part !== '').join(', ');
}

function skipped(event: BusEvent): WorkflowLine {
  const data = event.data as WorkflowStepEventData;
  return {
    mark: '⤼',
    name: `${data.workflow}.${data.step}`,
    text: `${data.runId} ${data.verdict ?? ''}`.trimEnd(),
  };
}
