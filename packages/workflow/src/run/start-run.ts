import {
  type CallerTransaction,
  type JsonValue,
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
  readonly transaction?: CallerTransaction | undefined;
}

/** Starts a run of a definition. Throws WorkflowInvalid for an input that its schema refuses. */
export function startRun(runs: WorkflowRepository, request: StartRunRequest): Promise<StartedRun> {
  return runs.start(storedRun(request));
}

/** The same for somebody who asks for it: throws QuotaExceeded where the tenant may have no more. */
export async function startRequestedRun(
  { runs, quotas }: Pick<WorkflowServices, 'runs' | 'quotas'>,
  request: StartRunRequest,
): Promise<StartedRun> {
  const run = storedRun(request);
  return quotas.addRun(run, () => runs.start(run), request.transaction);
}

function storedRun({
  definition,
  id,
  input,
  tenant,
  attributes = {},
  parent = null,
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
