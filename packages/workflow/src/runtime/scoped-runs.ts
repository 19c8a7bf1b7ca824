import {
  type JsonObject,
  type Page,
  type ScheduledJob,
  stepType,
  trigger,
  WorkflowInvalid,
  WorkflowNotFound,
  type WorkflowRun,
} from '@scheduler/contracts';
import { narrowScope, type TenantScope } from '@scheduler/contracts/adapter';
import { checkArguments, toJsonValue, TRIGGER_WORKFLOW } from '@scheduler/core';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';
import { storedInput } from '../run/read-input.js';
import { startRequestedRun } from '../run/start-run.js';
import type { StepRuntime } from '../run/step-run.js';
import type { Definitions } from '../run/definitions.js';
import { explainStep, type StepExplanation } from '../show/explain-step.js';
import type { Picture } from '../show/picture.js';
import { toDot } from '../show/to-dot.js';
import { toMermaid } from '../show/to-mermaid.js';
import { toTable } from '../show/to-table.js';
import { findStep, type WorkflowState, workflowState } from '../show/workflow-state.js';
import { type Addressed, changeRun, checkedContext, checkSteps, findRun } from './change-runs.js';
import { OPEN, planDeployment, type StrandedRuns } from './plan.js';
import { RUN_ARGUMENTS } from './run-arguments.js';
import { type DefinedWorkflow, definedWorkflow, summaryOf, type WorkflowSummary } from './summary.js';
import { waitForEnd } from './wait-for.js';
import type { DecisionOptions, RunQuery, StartOptions, WorkflowRuns } from './workflows.js';

const DEFAULT_LIMIT = 100;

/** The runs of one tenant, or of all. */
export class ScopedRuns implements WorkflowRuns {
  static {
    checkArguments<WorkflowRuns>(ScopedRuns, RUN_ARGUMENTS);
  }

  constructor(
    protected readonly definitions: Definitions,
    /** Throws NotOpen until a node has the workflows. */
    protected readonly runtime: () => StepRuntime,
    private readonly scope: TenantScope,
  ) {}

  async start<TInput>(
    workflow: WorkflowDefinition<TInput> | string,
    input?: TInput,
    { id, attributes, transaction, tenant }: StartOptions = {},
  ): Promise<WorkflowRun> {
    const definition = this.definitionOf(workflow);
    const owner = tenant === undefined ? this.scope : narrowScope(this.scope, tenant);
    const { services } = await this.open('start a workflow');
    const { run } = await startRequestedRun(services, {
      definition,
      id: id ?? services.ids.next(),
      input,
      tenant: owner,
      attributes,
      transaction,
    });
    return run;
  }

  async scheduleExecution(
    workflow: WorkflowDefinition | string,
    { at, context, name }: { readonly at: Date; readonly context?: unknown; readonly name?: string },
  ): Promise<ScheduledJob> {
    const definition = this.definitionOf(workflow);
    const input = storedInput(definition, context, 'context');
    const { services } = await this.open('schedule a workflow');
    return services.scheduler.schedule({
      type: TRIGGER_WORKFLOW,
      trigger: trigger.once(at),
      payload: { workflow: definition.name, input },
      ...(name === undefined ? {} : { name }),
      ...(this.scope === null ? {} : { tenant: this.scope }),
    });
  }

  async pause(id: string): Promise<WorkflowRun> {
    return changeRun(await this.open('pause a workflow'), this.at(id), { kind: 'pause' });
  }

  async resume(id: string, { context: given }: { readonly context?: JsonObject } = {}): Promise<WorkflowRun> {
    const runtime = await this.open('resume a workflow');
    const context = await checkedContext(runtime, this.at(id), given);
    return changeRun(runtime, this.at(id), { kind: 'resume', context });
  }

  async cancel(
    id: string,
    { reason, rollback = false }: { readonly reason?: string; readonly rollback?: boolean } = {},
  ): Promise<WorkflowRun> {
    const runtime = await this.open('cancel a workflow');
    const command = { kind: 'cancel', reason: reason ?? 'it was cancelled', rollback } as const;
    return changeRun(runtime, this.at(id), command);
  }

  async approve(id: string, step: string, options: DecisionOptions = {}): Promise<WorkflowRun> {
    return this.decide(id, step, { ...options, approved: true });
  }

  async reject(id: string, step: string, options: DecisionOptions = {}): Promise<WorkflowRun> {
    return this.decide(id, step, { ...options, approved: false });
  }

  async signal(
    id: string,
    name: string,
    { data, key }: { readonly data?: unknown; readonly key?: string } = {},
  ): Promise<WorkflowRun> {
    const json = toJsonValue(data, 'data', WorkflowInvalid);
    const runtime = await this.open('signal a workflow');
    const command = { kind: 'signal', name, key: key ?? runtime.services.ids.next(), data: json } as const;
    return changeRun(runtime, this.at(id), command);
  }

  async retryFrom(id: string, step?: string | readonly string[]): Promise<WorkflowRun> {
    const runtime = await this.open('retry a workflow');
    const steps = step === undefined ? null : typeof step === 'string' ? [step] : step;
    if (steps !== null) await checkSteps(runtime, this.at(id), steps);
    return changeRun(runtime, this.at(id), { kind: 'retry', steps });
  }

  async resumeCompensation(id: string): Promise<WorkflowRun> {
    const runtime = await this.open('resume the compensation of a workflow');
    return changeRun(runtime, this.at(id), { kind: 'resume_compensation' });
  }

  async getState(id: string): Promise<WorkflowState> {
    const { run, graph } = await this.load(id);
    return workflowState(run, graph);
  }

  async listRunning(
    workflow?: string,
    options: Pick<RunQuery, 'attributes' | 'limit' | 'offset'> = {},
  ): Promise<Page<WorkflowRun>> {
    return this.list({
      ...options,
      statuses: OPEN,
      ...(workflow === undefined ? {} : { names: [workflow] }),
    });
  }

  async list(query: RunQuery = {}): Promise<Page<WorkflowRun>> {
    const { limit = DEFAULT_LIMIT, offset = 0, sortOrder = 'desc' } = query;
    const { services } = await this.open('list workflows');
    return services.runs.list({ ...query, limit, offset, sortOrder, tenant: this.scope });
  }

  async summary(workflow: string): Promise<WorkflowSummary> {
    const definition = this.definitions.get(workflow);
    const { services } = await this.open('count workflows');
    return summaryOf(definition, await services.runs.count({ tenant: this.scope }));
  }

  listAll(): readonly DefinedWorkflow[] {
    return this.definitions.names().map((name) => definedWorkflow(this.definitions.get(name)));
  }

  async toMermaid(workflowOrRun: string): Promise<string> {
    return toMermaid(await this.picture(workflowOrRun));
  }

  async toDot(workflowOrRun: string): Promise<string> {
    return toDot(await this.picture(workflowOrRun));
  }

  async toTable(workflowOrRun: string): Promise<string> {
    return toTable(await this.picture(workflowOrRun));
  }

  async why(id: string, name: string): Promise<StepExplanation> {
    const runtime = await this.open('explain a step');
    await checkSteps(runtime, this.at(id), [name]);
    const { run, graph } = await this.load(id);
    const step = findStep(graph, name);
    if (step === undefined) throw new WorkflowNotFound(id);
    const { executionId } = run.steps[name] ?? {};
    const [execution = null] =
      executionId === undefined ? [] : await runtime.reader.executions([executionId]);
    const hasHandler = runtime.services.handlers.supports(execution?.type ?? stepType(run.name, name));
    return explainStep({ run, step, execution, hasHandler });
  }

  async plan(): Promise<StrandedRuns> {
    const { services, reader } = await this.open('plan a deployment');
    return planDeployment({
      runs: services.runs,
      graphOf: (hash) => reader.graph(hash),
      definitions: this.definitions,
      tenant: this.scope,
    });
  }

  async waitFor(id: string): Promise<WorkflowRun> {
    const { services } = await this.open('wait for a workflow');
    const get = async () => findRun(await this.open('wait for a workflow'), this.at(id));
    return waitForEnd(services, { id, get });
  }

  forTenant(tenant: string): WorkflowRuns {
    return new ScopedRuns(this.definitions, this.runtime, narrowScope(this.scope, tenant));
  }

  private async decide(
    id: string,
    step: string,
    { by, data, approved }: DecisionOptions & { readonly approved: boolean },
  ): Promise<WorkflowRun> {
    const json = toJsonValue(data, 'data', WorkflowInvalid);
    const runtime = await this.open('decide in a workflow');
    return changeRun(runtime, this.at(id), { kind: 'decide', step, approved, by: by ?? null, data: json });
  }

  private async picture(subject: string): Promise<Picture> {
    const definition = this.definitions.find(subject);
    return definition === null ? this.load(subject) : { graph: definition.graph, run: null };
  }

  private async load(id: string): Promise<Picture & { readonly run: WorkflowRun }> {
    const runtime = await this.open('read a workflow');
    const run = await findRun(runtime, this.at(id));
    const graph = await runtime.reader.graph(run.graphHash);
    if (graph === null) throw new WorkflowNotFound(id);
    return { run, graph };
  }

  /** The registered definition. Throws WorkflowUnknown, and WorkflowInvalid for another one of the same name. */
  private definitionOf<TInput>(workflow: WorkflowDefinition<TInput> | string): WorkflowDefinition {
    if (typeof workflow === 'string') return this.definitions.get(workflow);
    const definition = this.definitions.get(workflow.name);
    if (definition.graphHash === workflow.graphHash) return definition;
    throw new WorkflowInvalid({
      field: 'workflow',
      value: workflow.name,
      problem: 'is defined twice, and the program runs the other definition',
      accepted: 'one definition, given to createWorkflows({ definitions })',
    });
  }

  private at(id: string): Addressed {
    return { id, tenant: this.scope };
  }

  private async open(operation: string): Promise<StepRuntime> {
    const runtime = this.runtime();
    await runtime.services.admit(operation);
    return runtime;
  }
}
