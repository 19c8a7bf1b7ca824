import {
  InputError,
  isSchedulerError,
  type JobNotFound,
  type SchedulerError,
  type WorkflowUnknown,
} from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';
import type { CommandContext } from '../command/command-context.js';
import type { CommandDeclaration } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { RewordedError } from '../output/console-error.js';
import { nameWhatWasTyped } from './name-options.js';

/** The run of a command that failed. */
export interface FailedRun {
  readonly command: CommandDeclaration;
  readonly input: CommandInput;
  readonly context: CommandContext;
}

/** How many names are compared with a misspelled one. */
const MOST_NAMES = 1_000;

/** Names what the user typed instead of fields of the API, and suggests the job that was probably meant. */
export async function reword(error: unknown, run: FailedRun): Promise<unknown> {
  if (!isSchedulerError(error)) return error;
  if (isInputError(error)) return new RewordedError(error, nameWhatWasTyped(error.issues, run));
  switch (error.code) {
    case 'JOB_NOT_FOUND':
      return suggestJob(error as JobNotFound, run);
    case 'WORKFLOW_UNKNOWN':
      return suggestWorkflow(error as WorkflowUnknown);
    case 'WORKFLOW_NOT_FOUND':
      return new RewordedError(
        error,
        error.message.replace('list the runs to see what exists', 'workflow:list shows the runs'),
      );
    case 'API_KEY_NOT_FOUND':
      return new RewordedError(
        error,
        error.message.replace('list the API keys to see what exists', 'key:list shows the keys'),
      );
    default:
      return error;
  }
}

function suggestWorkflow(error: WorkflowUnknown): SchedulerError | RewordedError {
  const { workflow, known } = error;
  const meant = didYouMean(workflow, known);
  if (meant === null) return error;
  const problem = `no workflow has the name ${JSON.stringify(workflow)}`;
  return new RewordedError(
    error,
    `${problem}; did you mean ${JSON.stringify(meant)}? workflow:definitions shows all workflows`,
  );
}

/** By its shape too, because the application may have another copy of the contracts. */
function isInputError(error: SchedulerError): error is InputError {
  return error instanceof InputError || Array.isArray((error as Partial<InputError>).issues);
}

async function suggestJob(error: JobNotFound, { input, context }: FailedRun): Promise<unknown> {
  const meant = await similarJob(error.reference, { input, context }).catch(() => null);
  if (meant === null) return error;
  const problem = `no job has the id or name ${JSON.stringify(error.reference)}`;
  return new RewordedError(
    error,
    `${problem}; did you mean ${JSON.stringify(meant)}? schedule:list shows all jobs`,
  );
}

async function similarJob(
  reference: string,
  { input, context }: Pick<FailedRun, 'input' | 'context'>,
): Promise<string | null> {
  const { scheduler } = await context.node();
  const tenant = input.text('tenant');
  // The names of other tenants are not shown to one tenant.
  const own = tenant === undefined ? scheduler : scheduler.forTenant(tenant);
  const { items } = await own.list({ limit: MOST_NAMES });
  return didYouMean(
    reference,
    items.map(({ name }) => name),
  );
}
