import { clearTimeout, setTimeout } from 'node:timers';
import { type HandledJob, isJobResult, type JobHandler, type JobType } from '@scheduler/contracts';
import { letPromisesSettle } from '../clock/let-promises-settle.js';
import { SeededRandomness } from '../helpers/seeded-randomness.js';
import type { Attempt, CallFate, DecideFate } from './attempt.js';
import { type CertifiedFault, FATES } from './certified-fault.js';
import { ExecutionUnderTest } from './execution-under-test.js';
import { type AsynchronousNames, guardedWorld } from './guarded-world.js';

/** What is run, and in which world. A world is used for one run. */
export interface Scene<TWorld extends object> {
  readonly world: TWorld;
  readonly handlerIn: (world: TWorld) => Pick<JobHandler, 'handle'>;
  readonly job: HandledJob;
  readonly meanwhile: (world: TWorld) => unknown;
  readonly asynchronous: AsynchronousNames;
}

export type AttemptEnd =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: boolean };

export interface FaultyRun {
  /** The names of the calls of the first attempt. */
  readonly calls: readonly string[];
  /** How the last attempt that counts ended. */
  readonly end: AttemptEnd;
}

/** Attempts after the one that was hit. */
const MORE_ATTEMPTS = 3;
/** Real time; a handler over doubles needs microseconds. */
const PATIENCE_MS = 5000;

/** By how many calls the first of two attempts is ahead, at most. */
const LONGEST_LEAD = 4;

const PASSES: DecideFate = () => 'passes';
export const JOB_TYPE = 'certified' as JobType;

/** Runs a handler once under a fault, or undisturbed for null, and again as a scheduler would, until it succeeds or its attempts are used up. */
export async function carryOut<TWorld extends object>(
  scene: Scene<TWorld>,
  fault: CertifiedFault | null,
): Promise<FaultyRun> {
  const run = new Run(scene);
  if (fault?.kind === 'twice') return run.twice(fault.at);
  return fault?.kind === 'frozen' ? run.frozen(fault.at) : run.oneAfterAnother(fault);
}

class Run<TWorld extends object> {
  private readonly execution = new ExecutionUnderTest();

  constructor(private readonly scene: Scene<TWorld>) {}

  async oneAfterAnother(fault: CertifiedFault | null): Promise<FaultyRun> {
    const fate = fault === null ? undefined : FATES[fault.kind];
    const first = this.execution.claim(({ number }) =>
      fate !== undefined && number === fault?.at ? fate : 'passes',
    );
    const end = await this.ended(first);
    const isReported = end.kind === 'succeeded' && fault?.kind !== 'unreported';
    if (isReported) this.execution.settle(first);
    await this.scene.meanwhile(this.scene.world);
    // An undisturbed handler has to succeed by itself.
    return { calls: namesOf(first), end: fault === null ? end : await this.again(end) };
  }

  async frozen(at: number): Promise<FaultyRun> {
    const ice = new Gate();
    const first = this.execution.claim(({ number }) => (number === at ? ice.wait() : 'passes'));
    const firstEnd = watched(this.ended(first));
    await within(Promise.race([ice.reached, firstEnd]));
    const end = await this.again({ kind: 'killed' });
    await this.scene.meanwhile(this.scene.world);
    ice.open();
    await firstEnd;
    return { calls: namesOf(first), end };
  }

  async twice(seed: number): Promise<FaultyRun> {
    const { dice, gates } = { dice: new SeededRandomness(seed), gates: new Set<Gate>() };
    const claim = () => this.execution.claim(() => gateIn(gates).wait());
    const running = new Set<Attempt>();
    const start = async (attempt: Attempt): Promise<AttemptEnd> => {
      running.add(attempt);
      return this.ended(attempt).finally(() => running.delete(attempt));
    };
    const first = claim();
    const firstEnd = watched(start(first));
    for (let calls = Math.floor(dice.next() * LONGEST_LEAD); calls > 0; calls -= 1)
      await letOneProceed(gates, dice);
    const second = claim();
    const secondEnd = watched(start(second));
    while (running.size > 0) await letOneProceed(gates, dice);
    const [, end] = await Promise.all([firstEnd, secondEnd]);
    if (end.kind === 'succeeded') this.execution.settle(second);
    await this.scene.meanwhile(this.scene.world);
    return { calls: namesOf(first), end: await this.again(end) };
  }

  /** Runs undisturbed attempts until one succeeds. */
  private async again(last: AttemptEnd): Promise<AttemptEnd> {
    let end = last;
    for (let more = 0; more < MORE_ATTEMPTS && !this.execution.ended; more += 1) {
      if (end.kind === 'failed' && !end.retry) return end;
      const attempt = this.execution.claim(PASSES);
      end = await this.ended(attempt);
      if (end.kind === 'succeeded') this.execution.settle(attempt);
    }
    return this.execution.ended ? { kind: 'succeeded' } : end;
  }

  private ended(attempt: Attempt): Promise<AttemptEnd> {
    const killed = attempt.killed.then((): AttemptEnd => ({ kind: 'killed' }));
    return within(Promise.race([killed, this.handled(attempt)]));
  }

  private async handled(attempt: Attempt): Promise<AttemptEnd> {
    const { world, handlerIn, job, asynchronous } = this.scene;
    const context = this.execution.contextOf(attempt, MORE_ATTEMPTS + 1);
    try {
      const handler = handlerIn(guardedWorld(world, { attempt, asynchronous }));
      return endOf(await handler.handle(structuredClone(job), context));
    } catch (error) {
      return { kind: 'failed', error, retry: !isUnrecoverable(error) };
    }
  }
}

/** What a cancelled, discarded or succeeded attempt leaves is final; a snoozed one runs again. */
function endOf(answer: unknown): AttemptEnd {
  if (!isJobResult(answer)) return { kind: 'succeeded' };
  if (answer.kind === 'failed') return { kind: 'failed', error: answer.error, retry: answer.retry };
  if (answer.kind === 'snoozed')
    return { kind: 'failed', error: new Error('the handler snoozed'), retry: true };
  return { kind: 'succeeded' };
}

function isUnrecoverable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'recoverable' in error && error.recoverable === false;
}

function namesOf({ calls }: Attempt): readonly string[] {
  return calls.map(({ name }) => name);
}

/** Holds somebody back until it is opened. */
class Gate {
  readonly reached: Promise<void>;
  private readonly opened: Promise<void>;
  private arrive: () => void = () => undefined;
  open: () => void = () => undefined;

  constructor() {
    this.reached = new Promise((resolve) => (this.arrive = resolve));
    this.opened = new Promise((resolve) => (this.open = resolve));
  }

  async wait(): Promise<CallFate> {
    this.arrive();
    await this.opened;
    return 'passes';
  }
}

function gateIn(gates: Set<Gate>): Gate {
  const gate = new Gate();
  gates.add(gate);
  return gate;
}

/** Opens one of the gates at which attempts wait, and lets them run until they wait again. */
async function letOneProceed(gates: Set<Gate>, dice: SeededRandomness): Promise<void> {
  await letPromisesSettle();
  const waiting = [...gates];
  const next = waiting[Math.floor(dice.next() * waiting.length)];
  if (next === undefined) return onceMore();
  gates.delete(next);
  next.open();
  await letPromisesSettle();
}

/** A promise that may reject before anybody waits for it. */
function watched<TResult>(work: Promise<TResult>): Promise<TResult> {
  work.catch(() => undefined);
  return work;
}

/** A handler that waits for real time is looked at again soon. */
function onceMore(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

async function within<TResult>(work: Promise<TResult>): Promise<TResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new Error(
          `the handler did not end within ${PATIENCE_MS} ms: it waits for something besides its world; give it doubles that answer at once`,
        ),
      );
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
