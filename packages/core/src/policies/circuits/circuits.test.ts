import { type Circuit, ConfigurationInvalid, DEFAULT_CIRCUIT, QueryInvalid } from '@scheduler/contracts';
import {
  admitTrials,
  type CircuitChange,
  type CircuitRepository,
  closedCircuit,
  reportToCircuit,
  StoreTime,
} from '@scheduler/contracts/adapter';
import { loadConfig } from '../../config/load-config.js';
import { CircuitEvents } from '../../signals/events/circuit-events.js';
import type { AttemptEnd } from '../failures/attempt-end.js';
import { classifyError } from '../failures/classify-error.js';
import { ALL_RUN } from '../gates/gate.js';
import { FakeEventBus } from '../../test-support/fake-event-bus.js';
import { fakePort } from '../../test-support/fake-port.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { RecordingLogger } from '../../test-support/recording-logger.js';
import { sampleExecution, samplePolicies } from '../../test-support/samples.js';
import { CircuitGate } from './circuit-gate.js';
import { CircuitRecorder } from './circuit-recorder.js';
import { CircuitRegistry } from './circuit-registry.js';
import { Circuits } from './circuits.js';
import { LocalCircuitTrials } from './circuit-trials.js';
import { CircuitView } from './circuit-view.js';

/** Circuits on a store that keeps what it is told. */
function circuitsOn(answers: Partial<CircuitRepository> = {}) {
  const clock = new ManualClock();
  const stored = new Map<string, Circuit>();
  const change = (before: Circuit, circuit: Circuit): CircuitChange => {
    stored.set(circuit.name, circuit);
    return { before: before.state, circuit };
  };
  const of = (name: string) => stored.get(name) ?? closedCircuit(name);
  const circuits = fakePort<CircuitRepository>({
    states: async () => [...stored.values()],
    admit: async ({ name, ...terms }) => {
      const { circuit, ...answer } = admitTrials(of(name), { ...terms, now: clock.now() });
      return { ...change(of(name), circuit), ...answer };
    },
    record: async ({ name, ...report }) =>
      change(of(name), reportToCircuit(of(name), { ...report, now: clock.now() })),
    reset: async ({ name }) => (stored.has(name) ? change(of(name), closedCircuit(name, 9)) : null),
    ...answers,
  });
  const bus = new FakeEventBus();
  const parts = {
    circuits,
    clock,
    logger: new RecordingLogger(),
    randomness: { next: () => 0 },
    storeTime: new StoreTime(clock),
    registry: new CircuitRegistry(
      loadConfig({ config: { circuits: { smtp: { failureThreshold: 2 } } } }).circuits,
    ),
    view: new CircuitView(circuits, clock),
    trials: new LocalCircuitTrials(),
    circuitEvents: new CircuitEvents(bus, clock, () => undefined),
    ports: { require: () => undefined },
  };
  const recorder = new CircuitRecorder(parts);
  const end = async (end: AttemptEnd, id = 'execution-1') => {
    await recorder.attemptEnded(through('smtp', id), end, classifyError);
  };
  return { ...parts, bus, recorder, end, gate: new CircuitGate(parts), control: new Circuits(parts), stored };
}

const through = (circuit: string | undefined, id = 'execution-1') =>
  sampleExecution({ id, policy: { ...samplePolicies, ...(circuit === undefined ? {} : { circuit }) } });
const failed: AttemptEnd = { kind: 'failed', error: new Error('refused'), retry: true, delayMs: null };
const succeeded: AttemptEnd = { kind: 'succeeded', output: null };

async function open(set: ReturnType<typeof circuitsOn>) {
  await set.end(failed);
  await set.end(failed);
}

describe('CircuitGate (F165)', () => {
  it('has a say about executions with a circuit only', () => {
    const { gate } = circuitsOn();
    expect([gate.appliesTo(through('smtp')), gate.appliesTo(through(undefined))]).toEqual([true, false]);
  });

  it('asks the store about closed circuits at most once a second, however many executions there are', async () => {
    const { gate, circuits, clock } = circuitsOn();
    for (let count = 0; count < 5; count += 1) await gate.admit([through('smtp'), through('api')]);
    expect(circuits.calls.map(({ method }) => method)).toEqual(['states']);
    await clock.advance(1_000);
    await gate.admit([through('smtp')]);
    expect(circuits.calls).toHaveLength(2);
  });

  it('looks at once when it is told of a change', async () => {
    const { gate, circuits, view } = circuitsOn();
    await gate.admit([through('smtp')]);
    view.markStale();
    await gate.admit([through('smtp')]);
    expect(circuits.of('states')).toHaveLength(2);
  });

  it('lets executions of an open circuit wait until it may be tried, one after the other', async () => {
    const set = circuitsOn();
    await open(set);
    const waiting = (delayMs: number) => ({
      delayMs,
      reason: 'circuit_open',
      message: 'circuit smtp: refused',
    });
    expect(
      await set.gate.admit([through('smtp'), through('api'), through('smtp'), through(undefined)]),
    ).toEqual([waiting(30_000), 'run', waiting(30_005), 'run']);
    expect(set.circuits.of('admit')).toEqual([]);
  });

  it('does not start what it admitted before the circuit opened, unless it is a trial', async () => {
    const set = circuitsOn();
    expect(await set.gate.admit([through('smtp', 'a')])).toBe(ALL_RUN);
    expect([set.gate.mayStart(through('smtp', 'a')), set.gate.mayStart(through(undefined))]).toEqual([
      'run',
      'run',
    ]);
    await open(set);
    expect(set.gate.mayStart(through('smtp', 'a'))).toMatchObject({
      delayMs: 30_000,
      reason: 'circuit_open',
    });
    await set.clock.advance(30_000);
    await set.gate.admit([through('smtp', 'b')]);
    expect(set.gate.mayStart(through('smtp', 'b'))).toBe('run');
  });

  it('lets a trial run when its time has come, and the others wait for how it ends', async () => {
    const set = circuitsOn();
    await open(set);
    await set.clock.advance(30_000);
    const answers = await set.gate.admit([through('smtp', 'a'), through('smtp', 'b')]);
    expect(answers).toMatchObject(['run', { delayMs: 1_000, reason: 'circuit_open' }]);
    await set.end(succeeded, 'a');
    expect(set.stored.get('smtp')).toMatchObject({ state: 'half_open', successes: 1, trials: 0 });
    await set.gate.admit([through('smtp', 'b')]);
    await set.end(succeeded, 'b');
    expect(set.stored.get('smtp')).toMatchObject({ state: 'closed' });
    expect(await set.gate.admit([through('smtp', 'c')])).toBe(ALL_RUN);
  });
});

describe('CircuitRecorder (F164, F167)', () => {
  it('records failures, and the success that ends a row of them; other successes cost nothing', async () => {
    const { end, circuits } = circuitsOn();
    await end(succeeded);
    expect(circuits.calls).toEqual([]);
    await end(failed);
    await end(succeeded);
    await end(succeeded);
    expect(circuits.of('record')).toMatchObject([
      { name: 'smtp', result: 'failure', error: 'refused', trial: null, options: { failureThreshold: 2 } },
      { result: 'success' },
    ]);
  });

  it.each<[AttemptEnd, number]>([
    [{ kind: 'timed_out', error: new Error('too slow') as never }, 1],
    [{ kind: 'failed', error: { status: 503 }, retry: true, delayMs: null }, 1],
    [{ kind: 'failed', error: { status: 404 }, retry: true, delayMs: null }, 0],
    [{ kind: 'payload_invalid', error: new Error('no address') }, 0],
    [{ kind: 'interrupted', reason: 'stop' }, 0],
    [{ kind: 'lost' }, 0],
  ])('counts only what trips: %#', async (ended, recorded) => {
    const { end, circuits } = circuitsOn();
    await end(ended);
    expect(circuits.of('record')).toHaveLength(recorded);
  });

  it('records no more of the failures that come at once than open the circuit', async () => {
    const { end, circuits, stored } = circuitsOn();
    await Promise.all(Array.from({ length: 10 }, () => end(failed)));
    expect(stored.get('smtp')?.state).toBe('open');
    expect(circuits.of('record')).toHaveLength(2);
  });

  it('tells of changes of state', async () => {
    const set = circuitsOn();
    await open(set);
    await set.clock.advance(30_000);
    await set.gate.admit([through('smtp')]);
    await set.end(failed);
    expect(set.bus.published.map(({ name }) => name)).toEqual([
      'scheduler:circuit.opened',
      'scheduler:circuit.half_opened',
      'scheduler:circuit.opened',
    ]);
    expect(set.bus.published[0]).toMatchObject({
      tenant: null,
      data: {
        circuit: 'smtp',
        from: 'closed',
        to: 'open',
        failureCount: 2,
        error: 'refused',
        retryAt: '2030-01-01T00:00:30.000Z',
      },
    });
  });

  it('frees a trial that never ran', async () => {
    const set = circuitsOn();
    await open(set);
    await set.clock.advance(30_000);
    await set.gate.admit([through('smtp', 'a')]);
    await set.recorder.attemptNotStarted(through('smtp', 'a'));
    expect(set.stored.get('smtp')).toMatchObject({ state: 'half_open', trials: 0 });
  });

  it('does not fail where the store cannot be told', async () => {
    const { end, logger } = circuitsOn({ record: () => Promise.reject(new Error('connection lost')) });
    await end(failed);
    expect(logger.messages).toEqual(['warn: a result was not recorded in its circuit']);
  });
});

describe('Circuits (F166)', () => {
  it('tell the states of all that are known, by name', async () => {
    const set = circuitsOn();
    await set.recorder.attemptEnded(through('api'), failed, classifyError);
    set.control.register('billing', { resetTimeout: '1m' });
    expect(
      (await set.control.getAllStates()).map(({ name, state, failures }) => [name, state, failures]),
    ).toEqual([
      ['api', 'closed', 1],
      ['billing', 'closed', 0],
      ['smtp', 'closed', 0],
    ]);
    expect(await set.control.getState('unknown')).toEqual({
      ...closedCircuit('unknown'),
      options: DEFAULT_CIRCUIT,
    });
  });

  it('take options at run time', async () => {
    const set = circuitsOn();
    set.control.register('smtp', { failureThreshold: 1, halfOpenTrials: 2 });
    await set.end(failed);
    expect(await set.control.getState('smtp')).toMatchObject({
      state: 'open',
      options: { failureThreshold: 1, successThreshold: 2, resetTimeoutMs: 30_000, halfOpenTrials: 2 },
    });
  });

  it('are closed by hand', async () => {
    const set = circuitsOn();
    await open(set);
    expect(await set.control.reset('smtp')).toMatchObject({ name: 'smtp', state: 'closed' });
    expect(set.bus.published.at(-1)?.name).toBe('scheduler:circuit.closed');
    expect(await set.gate.admit([through('smtp')])).toBe(ALL_RUN);
    expect(await set.control.reset('unknown')).toMatchObject({ state: 'closed' });
  });

  it('refuse what makes no sense', async () => {
    const { control } = circuitsOn();
    expect(() => control.register('smtp', { failureThreshold: 0 })).toThrow(ConfigurationInvalid);
    expect(() => control.register('smtp', { treshold: 5 } as never)).toThrow(ConfigurationInvalid);
    expect(() => control.register('')).toThrow(QueryInvalid);
    await expect(control.getState('a\nb')).rejects.toBeInstanceOf(QueryInvalid);
  });
});
