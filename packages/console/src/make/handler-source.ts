import type { TestRunner } from './project-of.js';

export interface HandlerNames {
  /** Such as `ExportReport`. */
  readonly base: string;
  /** Such as `ExportReportHandler`. */
  readonly className: string;
  /** Such as `export_report`. */
  readonly type: string;
  /** The file without its extension, such as `export-report.handler`. */
  readonly file: string;
}

export interface TestOptions {
  readonly runner: TestRunner;
  /** The extension of relative imports: `.js` in ESM. */
  readonly extension: string;
}

/** The constant that names the job type, such as `EXPORT_REPORT`. */
function constantOf({ type }: HandlerNames): string {
  return type.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}

const HANDLER_IMPORTS = `import {
  type HandledJob,
  type JobContext,
  type JobHandler,
  JobResult,
  type JobType,
  jobType,
  PayloadInvalid,
} from '@scheduler/contracts';
`;

export function handlerSource(names: HandlerNames): string {
  const { base, className, type } = names;
  const constant = constantOf(names);
  return `${HANDLER_IMPORTS}
export const ${constant} = jobType('${type}');

export interface ${base}Payload {
  readonly message: string;
}

/** The handler is called at least once for each occurrence: make it idempotent, or guard its effect with \`context.idempotencyKey\`. */
export class ${className} implements JobHandler<${base}Payload> {
  readonly types = [${constant}];

  supports(type: JobType): boolean {
    return type === ${constant};
  }

  validate(payload: unknown): void {
    const { message } = (payload ?? {}) as Partial<${base}Payload>;
    if (typeof message === 'string') return;
    throw new PayloadInvalid({ field: 'message', value: message, problem: 'is missing', accepted: 'a text' });
  }

  async handle(job: HandledJob<${base}Payload>, context: JobContext): Promise<JobResult> {
    context.signal.throwIfAborted();
    context.log.info('working', { attempt: context.attempt });
    return JobResult.success({ message: job.payload.message });
  }
}
`;
}

const TEST_IMPORTS: Readonly<Record<TestRunner, string>> = {
  jest: '',
  vitest: "import { describe, it } from 'vitest';\n",
  node: "import { describe, it } from 'node:test';\n",
};

export function testSource(names: HandlerNames, { runner, extension }: TestOptions): string {
  const { base, className, file } = names;
  const constant = constantOf(names);
  return `import assert from 'node:assert/strict';
${TEST_IMPORTS[runner]}import { type HandledJob, type JobContext, JobResult, silentLogger } from '@scheduler/contracts';
import { ${className}, type ${base}Payload, ${constant} } from './${file}${extension}';

${fixtures(names)}
describe('${className}', () => {
  const handler = new ${className}();

  it('supports its job type', () => {
    assert.equal(handler.supports(${constant}), true);
  });

  it('refuses an invalid payload', () => {
    assert.throws(() => handler.validate({}), /message/);
    assert.doesNotThrow(() => handler.validate(job.payload));
  });

  it('does its work', async () => {
    assert.deepEqual(await handler.handle(job, context), JobResult.success({ message: 'hello' }));
  });
});
`;
}

/** The job and the context that the tests pass to the handler. */
function fixtures(names: HandlerNames): string {
  return `const at = new Date('2030-01-01T00:00:00Z');

const context: JobContext = {
  executionId: 'execution-1',
  attempt: 1,
  maxAttempts: 1,
  scheduledAt: at,
  startedAt: at,
  lateness: 'on_time',
  occurrence: 1,
  fence: 1,
  idempotencyKey: 'execution-1',
  workflow: null,
  node: 'test',
  signal: new AbortController().signal,
  completeIn: async () => undefined,
  progress: () => undefined,
  checkpoint: async () => undefined,
  emit: () => undefined,
  step: async (_name, run) => run(),
  lastCheckpoint: null,
  now: () => at,
  log: silentLogger,
  values: new Map(),
};

const job: HandledJob<${names.base}Payload> = {
  id: 'job-1',
  name: 'test',
  type: ${constantOf(names)},
  targetId: null,
  payload: { message: 'hello' },
  tags: [],
  metadata: {},
  tenant: null,
};
`;
}

/** Where a handler is registered. */
export interface Registration {
  /** The module of the handler, as a file in `into` imports it. */
  readonly from: string;
  /** The folder of the sources. */
  readonly into: string;
}

/** Explains how to register the handler, with and without a container. */
export function bindingText({ className, type }: HandlerNames, { from, into }: Registration): string {
  return `Register it where the scheduler is made, in a file of ${into}:
  import { ${className} } from '${from}';
and add it to the handlers:
  handlers: [new ${className}()],
or, in a container of inversify:
  container.bind(SCHEDULER_HANDLERS).toConstantValue(new ${className}());
Then schedule it:
  scheduler schedule:create --type ${type} --every 1h --payload '{"message":"hello"}'`;
}
