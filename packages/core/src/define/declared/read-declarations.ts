import {
  InputError,
  type InputIssue,
  type ScheduledJob,
  type ScheduleDefinition,
  ScheduleInvalid,
} from '@scheduler/contracts';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import type { ReadDefinition } from '../../schedule/input/definition-schema.js';
import { readDefinition } from '../../schedule/create-job.js';
import { jobOfDefinition } from '../../schedule/job-of-definition.js';
import { type DeclarationMark, declaredBy, withMark, withoutMark } from '../../schedule/declaration-mark.js';
import { definedFields } from '../defined-fields.js';
import { fingerprintOf } from './fingerprint.js';

/** One job that the application declares, checked. */
export interface Declaration {
  readonly name: string;
  /** Null: the job has no owner. */
  readonly tenant: string | null;
  readonly enabled: boolean;
  readonly mark: DeclarationMark;
  /** The definition for the scheduler. */
  readonly definition: ScheduleDefinition;
  /** The job as it would be stored, with this id and this time of creation. */
  jobAt(id: string, createdAt: Date): ScheduledJob;
}

const UNKNOWN_ID = '';
const ANY_TIME = new Date(0);

/** Checks all declarations of an application. No two may have the same name and tenant. */
export function readDeclarations(
  given: readonly ScheduleDefinition[],
  config: SchedulerConfig,
): readonly Declaration[] {
  const declarations = given.map((definition) =>
    aboutJob(definition, () => readDeclaration(definition, config)),
  );
  const names = new Set<string>();
  for (const declaration of declarations) {
    const isTaken = names.has(keyOf(declaration));
    aboutJob(declaration.definition, () => {
      if (isTaken) refuse(declaration.name, 'name', 'is declared twice', 'one declaration for each name');
    });
    names.add(keyOf(declaration));
  }
  return declarations;
}

/** The key of a job by name and tenant, since a name is unique within its tenant. */
export function keyOf({ name, tenant }: { readonly name: string; readonly tenant: string | null }): string {
  return JSON.stringify([tenant, name]);
}

function readDeclaration(given: ScheduleDefinition, config: SchedulerConfig): Declaration {
  const read = readDefinition(given);
  const { name } = read;
  if (name === undefined)
    return refuse(
      undefined,
      'name',
      'is missing',
      'a name, by which the job is found again at the next start',
    );
  if (read.id !== undefined) refuse(read.id, 'id', 'cannot be declared', 'a name alone');
  if (read.createdBy !== undefined)
    refuse(read.createdBy, 'createdBy', 'cannot be declared', 'nothing: the declaration is who creates it');
  const { application } = config.declared;
  const tenant = read.tenant ?? null;
  const enabled = read.enabled !== false;
  const plain = (id: string, now: Date) => plainJob({ read, id, now, config, tenant });
  const fingerprint = fingerprintOf({ ...definedFields(plain(UNKNOWN_ID, ANY_TIME)), enabled });
  const mark: DeclarationMark = { by: application, fingerprint, orphan: false };
  const createdBy = declaredBy(application);
  const marked = (job: ScheduledJob) => job.with({ createdBy, metadata: withMark(job.metadata, mark) });
  const metadata = withMark(plain(UNKNOWN_ID, ANY_TIME).metadata, mark);
  return {
    name,
    tenant,
    enabled,
    mark,
    definition: { ...given, trigger: read.trigger, metadata, createdBy },
    jobAt: (id, createdAt) => marked(plain(id, createdAt)),
  };
}

interface PlainJob {
  readonly read: ReadDefinition;
  readonly id: string;
  readonly now: Date;
  readonly config: SchedulerConfig;
  readonly tenant: string | null;
}

/** The job without a mark, since one that was copied into a declaration means nothing. */
function plainJob({ read, ...rest }: PlainJob): ScheduledJob {
  const job = jobOfDefinition({ definition: read, ...rest });
  return job.with({ metadata: withoutMark(job.metadata) });
}

function refuse(value: unknown, field: string, problem: string, accepted: string): never {
  throw new ScheduleInvalid({ field, value, problem, accepted });
}

/** Adds the name of the declared job to the errors of the work. */
export function aboutJob<T>({ name, type }: Pick<ScheduleDefinition, 'name' | 'type'>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const subject = `declared job ${JSON.stringify(name ?? `of type ${String(type)}`)}`;
    const about = (issue: InputIssue): InputIssue => ({ ...issue, field: `${subject}, ${issue.field}` });
    throw new ScheduleInvalid(error.issues.map(about), { cause: error });
  }
}
