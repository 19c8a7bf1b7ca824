import {
  type CallerTransaction,
  type JsonValue,
  type TraceContext,
  type WorkflowAttributes,
  WorkflowInvalid,
  type WorkflowPlace,
} from '@scheduler/contracts';
import {
  checkInput,
  type StartedRun,
  type StartRun,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { WorkflowServices } from '@scheduler/core';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';
import { attributes as attributesCheck } from '../graph/check-options.js';
import { readInput, storedInput } from './read-input.js';

export interface StartRunRequest {
  readonly definition: WorkflowDefinition;
  readonly id: string;
  readonly input: unknown;
  readonly tenant: string | null;
  /** In addition to those of the definition. */
  readonly attributes?: WorkflowAttributes | undefined;
  readonly parent?: Pick<WorkflowPlace, 'run' | 'root' | 'step'> | null;
  /** Its steps get the same one. Null: it is not part of a trace. */
  readonly trace: TraceContext | null;
  readonly transaction?: CallerTransaction | undefined;
}

type RootRunRequest = Omit<StartRunRequest, 'trace' | 'parent'>;
type Starting = Pick<WorkflowServices, 'runs' | 'tracing'>;

/** Starts a run of a definition. Throws WorkflowInvalid for an input that its schema refuses. */
export function startRun(runs: WorkflowRepository, request: StartRunRequest): Promise<StartedRun> {
  return runs.start(storedRun(request));
}

/** The same for a run that no workflow starts: it has the context that is active. */
export function startRootRun(services: Starting, request: RootRunRequest): Promise<StartedRun> {
  return traced(services, request, (run) => services.runs.start(run));
}

/** The same for somebody who asks for it: throws QuotaExceeded where the tenant may have no more. */
export function startRequestedRun(
  services: Starting & Pick<WorkflowServices, 'quotas'>,
  request: RootRunRequest,
): Promise<StartedRun> {
  const { runs, quotas } = services;
  return traced(services, request, (run) => quotas.addRun(run, () => runs.start(run), request.transaction));
}

function traced(
  { tracing }: Starting,
  request: RootRunRequest,
  start: (run: StartRun) => Promise<StartedRun>,
): Promise<StartedRun> {
  const { definition, tenant } = request;
  return tracing.send('start_workflow', [{ type: definition.name, tenant }], async () =>
    start(storedRun({ ...request, trace: tracing.current() })),
  );
}

function storedRun({
  definition,
  id,
  input,
  tenant,
  attributes = {},
  parent = null,
  trace,
  transaction,
}: StartRunRequest): StartRun {
  const json = storedInput(definition, input);
  return {
    id,
    graph: definition.graph,
    graphHash: definition.graphHash,
    tenant,
    input: json,
    attributes: { ...attributesOf(definition, json), ...attributes },
    parent,
    trace,
    ...(transaction === undefined ? {} : { transaction }),
  };
}

function attributesOf(definition: WorkflowDefinition, input: JsonValue): WorkflowAttributes {
  const { attributes, name } = definition;
  if (typeof attributes !== 'function') return attributes;
  const given = attributes(readInput(definition, input) as never);
  checkInput({
    value: given,
    check: attributesCheck,
    field: `attributes of ${name}`,
    error: WorkflowInvalid,
  });
  return given;
}
