import {
  type DstPolicy,
  type DurationInput,
  type MissedRunPolicy,
  type ScheduleDefinition,
  trigger,
  type Trigger,
  WorkflowInvalid,
} from '@scheduler/contracts';
import {
  anything,
  type Check,
  checkInput,
  date,
  duration,
  either,
  fields,
  flag,
  listOf,
  oneOf,
  optional,
  text,
} from '@scheduler/contracts/adapter';
import { toJsonValue, TRIGGER_WORKFLOW } from '@scheduler/core';

/** When a workflow starts by itself. Exactly one of `cron`, `every` and `at`. */
export interface WorkflowSchedule {
  /** One expression or several. */
  readonly cron?: string | readonly string[];
  /** The zone of `cron`. Default: UTC. */
  readonly zone?: string;
  readonly dst?: DstPolicy;
  readonly every?: DurationInput;
  /** Once, at this instant. */
  readonly at?: Date;
  /** There is no start before this instant; `every` counts from it. */
  readonly startAt?: Date;
  /** There is no start after this instant. */
  readonly endAt?: Date;
  /** The input of each run. Default: null. */
  readonly input?: unknown;
  /** The name of the job. Default: `workflow:<name>`, with a number from the second schedule on. */
  readonly name?: string;
  /** What happens to starts that were missed while no node ran. Default: `latest`. */
  readonly missedRuns?: MissedRunPolicy['policy'];
  /** False stores the job as paused. Default: true. */
  readonly enabled?: boolean;
  readonly tenant?: string;
}

const LONGEST_NAME = 255;
const cron = text(LONGEST_NAME);

export const SCHEDULE: Check = fields(
  {
    cron: optional(either(listOf(cron, 'cron expressions'), cron)),
    zone: optional(text(LONGEST_NAME)),
    dst: anything,
    every: optional(duration(1)),
    at: optional(date),
    startAt: optional(date),
    endAt: optional(date),
    input: anything,
    name: optional(text(LONGEST_NAME)),
    missedRuns: optional(oneOf('skip', 'latest', 'all')),
    enabled: optional(flag),
    tenant: optional(text(LONGEST_NAME)),
  } satisfies Record<keyof WorkflowSchedule, Check>,
  "{ cron: '0 9 * * *' }, { every: '1h' } or { at: new Date(…) }",
);

/** The jobs by which a workflow starts, one for each schedule. */
export function jobsOfSchedules(
  workflow: string,
  given: WorkflowSchedule | readonly WorkflowSchedule[] | undefined,
): readonly ScheduleDefinition[] {
  if (given === undefined) return [];
  const schedules = Array.isArray(given)
    ? (given as readonly WorkflowSchedule[])
    : [given as WorkflowSchedule];
  const jobs = schedules.map((schedule, index) => jobOf(workflow, schedule, index));
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new WorkflowInvalid({
      field: `${workflow}.schedule`,
      value: twice,
      problem: 'is the name of two schedules',
      accepted: 'another name for one of them',
    });
  return jobs;
}

function jobOf(workflow: string, schedule: WorkflowSchedule, index: number): ScheduleDefinition {
  const field = `${workflow}.schedule`;
  checkInput({ value: schedule, check: SCHEDULE, field, error: WorkflowInvalid });
  const { startAt, endAt, missedRuns, enabled, tenant } = schedule;
  return {
    type: TRIGGER_WORKFLOW,
    name: schedule.name ?? `workflow:${workflow}${index === 0 ? '' : `:${index + 1}`}`,
    trigger: triggerOf(schedule, field),
    payload: { workflow, input: toJsonValue(schedule.input, `${field}.input`, WorkflowInvalid) },
    ...(startAt === undefined ? {} : { startAt }),
    ...(endAt === undefined ? {} : { endAt }),
    ...(missedRuns === undefined ? {} : { missedRuns }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}

function triggerOf({ cron: expressions, zone, dst, every, at }: WorkflowSchedule, field: string): Trigger {
  const given = [expressions, every, at].filter((one) => one !== undefined);
  const isZoned = zone !== undefined || dst !== undefined;
  const problem =
    given.length !== 1
      ? 'needs exactly one of cron, every and at'
      : isZoned && expressions === undefined
        ? 'has a zone or dst, which only cron expressions are read in'
        : null;
  if (problem !== null)
    throw new WorkflowInvalid({
      field,
      value: undefined,
      problem,
      accepted: "{ cron: '0 9 * * *', zone: 'Europe/Berlin' }, { every: '1h' } or { at: new Date(…) }",
    });
  if (at !== undefined) return trigger.once(at);
  if (every !== undefined) return trigger.every(every);
  return trigger.cron(expressions ?? [], {
    ...(zone === undefined ? {} : { zone }),
    ...(dst === undefined ? {} : { dst }),
  });
}
