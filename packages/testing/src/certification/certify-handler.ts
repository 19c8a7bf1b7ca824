import type { HandledJob, JobHandler, JobType } from '@scheduler/contracts';
import { type AttemptEnd, carryOut, type FaultyRun, JOB_TYPE, type Scene } from './carry-out.js';
import { CertificationReport, type CertificationFinding } from './certification-report.js';
import { checkCertifyOptions } from './certify-input.js';
import {
  type CertifiedFault,
  describeCertifiedFault,
  everyFaultOf,
  readCertifiedFault,
  showCertifiedFault,
} from './certified-fault.js';
import { compareEffects } from './compare-effects.js';
import { chooseGuards, type FoundHarm } from './choose-guards.js';
import { AsynchronousNames } from './guarded-world.js';

export interface CertifyOptions<TWorld extends object, TPayload = unknown> {
  /** Makes everything that the handler works with, anew for each run: recording doubles, or your own. */
  readonly world: () => TWorld | Promise<TWorld>;
  /** Makes the handler, or its `handle` alone, over that world. It must reach its resources through the world that it gets. */
  readonly handler: (
    world: TWorld,
  ) => Pick<JobHandler<TPayload>, 'handle' | 'validate'> | JobHandler<TPayload>['handle'];
  readonly payload: TPayload;
  /** What the handler has done to the world, as JSON. Default: the `effects()` of the members of the world. */
  readonly effects?: (world: TWorld) => unknown;
  /** What others do to the world while the execution is under way, such as another order on the same account. Default: nothing. */
  readonly meanwhile?: (world: TWorld) => unknown;
  /** How many orders of two attempts at once are tried. Default 20. */
  readonly seeds?: number;
  /** Runs one fault again, as `repeat` of a finding names it, such as `killed@2`. Default: every fault. */
  readonly only?: string;
  /** The type of the job that the handler gets. Default `certified`. */
  readonly type?: string;
}

const SEEDS = 20;

/**
 * Runs a handler under every fault that a scheduler must live with, and reports where its effects are not those of one undisturbed run, and
 * which guard mends that.
 *
 * @throws TypeError or RangeError for wrong options, and Error if the handler fails undisturbed or its effects are never the same twice
 *
 * @example
 * const report = await certifyHandler({
 *   world: () => ({ payments: recordingService() }),
 *   handler: ({ payments }) => new ChargeCard(payments),
 *   payload: { order: 'A1' },
 * });
 * assert.ok(report.safe, report.toString());
 */
export async function certifyHandler<TWorld extends object, TPayload>(
  options: CertifyOptions<TWorld, TPayload>,
): Promise<CertificationReport> {
  checkCertifyOptions(options);
  const laboratory = new Laboratory(options);
  const expected = await laboratory.undisturbed();
  const again = await laboratory.undisturbed();
  if (compareEffects(expected.effects, again.effects).length > 0)
    throw new Error(
      'two undisturbed runs of the handler have different effects, so nothing can be compared; leave random values and real times out of the effects',
    );
  const faults =
    options.only === undefined
      ? everyFaultOf(again.calls.length, options.seeds ?? SEEDS)
      : [readCertifiedFault(options.only)];
  const found: FoundHarm[] = [];
  for (const fault of faults) found.push(...(await laboratory.harmOf(fault, expected.effects)));
  const findings = chooseGuards(found, await options.world()).map(toFinding);
  return new CertificationReport(withoutRepetitions(findings), again.calls, faults.length);
}

class Laboratory<TWorld extends object, TPayload> {
  private readonly asynchronous = new AsynchronousNames();

  constructor(private readonly options: CertifyOptions<TWorld, TPayload>) {}

  async undisturbed(): Promise<FaultyRun & { readonly effects: unknown }> {
    const { run, effects } = await this.run(null);
    return { ...run, effects };
  }

  async harmOf(fault: CertifiedFault, expected: unknown): Promise<readonly FoundHarm[]> {
    const { run, effects } = await this.run(fault);
    const happened = describeCertifiedFault(fault, run.calls);
    const error = errorOf(run.end);
    return compareEffects(expected, effects).map((harm) => ({ ...harm, fault, happened, error }));
  }

  private async run(fault: CertifiedFault | null): Promise<{ run: FaultyRun; effects: unknown }> {
    const scene = await this.scene();
    const run = await carryOut(scene, fault);
    // What a handler that fails leaves may be nothing that its effects can be read from.
    if (fault === null && run.end.kind === 'failed')
      throw new Error(`the handler fails undisturbed: ${messageOf(run.end.error)}`, {
        cause: run.end.error,
      });
    return { run, effects: structuredClone(await this.effectsOf(scene.world)) };
  }

  private async scene(): Promise<Scene<TWorld>> {
    const { world, handler, payload, type, meanwhile } = this.options;
    return {
      world: await world(),
      handlerIn: (given) => {
        const made = handler(given);
        if (typeof made === 'function')
          return { handle: (job, context) => made(job as HandledJob<TPayload>, context) };
        if (typeof (made as Partial<typeof made> | null | undefined)?.handle !== 'function')
          throw new TypeError(
            'handler returned what is no handler; accepted: an object with handle(job, context), or a function (job, context) => …',
          );
        return {
          handle: (job, context) => {
            // As before each attempt on a node.
            made.validate?.(job.payload, job);
            return made.handle(job as HandledJob<TPayload>, context);
          },
        };
      },
      job: {
        id: 'certified-job',
        name: 'certified job',
        type: (type ?? JOB_TYPE) as JobType,
        targetId: null,
        payload,
        tags: [],
        metadata: {},
        tenant: null,
      },
      meanwhile: (given) => meanwhile?.(given),
      asynchronous: this.asynchronous,
    };
  }

  private effectsOf(world: TWorld): unknown {
    const { effects } = this.options;
    if (effects !== undefined) return effects(world);
    const recorded = Object.entries(world).flatMap(([name, member]: [string, unknown]) =>
      hasEffects(member) ? [[name, member.effects()]] : [],
    );
    if (recorded.length > 0) return Object.fromEntries(recorded);
    throw new TypeError(
      'effects is missing, and no member of the world has a method effects(); accepted: a function (world) => what the handler has done, or recording doubles in the world',
    );
  }
}

function hasEffects(member: unknown): member is { effects(): unknown } {
  return typeof (member as { readonly effects?: unknown } | null)?.effects === 'function';
}

function errorOf(end: AttemptEnd): string | null {
  return end.kind === 'failed' ? `the execution failed for good: ${messageOf(end.error)}` : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function toFinding({ fault, ...rest }: ReturnType<typeof chooseGuards>[number]): CertificationFinding {
  return { ...rest, fault: fault.kind, repeat: showCertifiedFault(fault) };
}

/** The same harm under the same kind of fault is told once, where it came first. */
function withoutRepetitions(findings: readonly CertificationFinding[]): readonly CertificationFinding[] {
  const first = new Map<string, CertificationFinding>();
  for (const finding of findings) {
    const key = [finding.fault, finding.resource, finding.outcome, finding.effect].join('\n');
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}
