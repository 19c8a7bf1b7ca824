import {
  admitTrials,
  type Circuit,
  type CircuitOptions,
  type CircuitResult,
  closedCircuit,
  DEFAULT_CIRCUIT,
  reportToCircuit,
  resetCircuit,
} from './circuit.js';

const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds));
const options: CircuitOptions = { ...DEFAULT_CIRCUIT, failureThreshold: 3 };

const report = (
  circuit: Circuit,
  result: CircuitResult,
  { trial = null as number | null, now = at(0) } = {},
) =>
  reportToCircuit(circuit, { options, result, trial, error: result === 'failure' ? 'refused' : null, now });
const admit = (circuit: Circuit, now: Date, wanted = 5, more: Partial<CircuitOptions> = {}) =>
  admitTrials(circuit, { options: { ...options, ...more }, wanted, now });

/** Opened at second 0, with trials from second 30 on. */
const open = () =>
  ['failure', 'failure', 'failure'].reduce((c, r) => report(c, r as CircuitResult), closedCircuit('smtp'));
/** Half-open since second 30, with one running trial. */
const halfOpen = () => admit(open(), at(30)).circuit;

describe('a closed circuit (F164, F165)', () => {
  it('lets everything run, and not as trials', () => {
    const circuit = closedCircuit('smtp');
    expect(admit(circuit, at(0))).toEqual({ circuit, granted: 5, trial: null });
  });

  it('opens at the threshold of failures in a row', () => {
    let circuit = report(report(closedCircuit('smtp'), 'failure'), 'failure');
    expect(circuit).toMatchObject({ state: 'closed', failures: 2 });
    circuit = report(circuit, 'success');
    expect(circuit).toMatchObject({ state: 'closed', failures: 0 });
    expect(open()).toMatchObject({
      state: 'open',
      generation: 1,
      failures: 3,
      openedAt: at(0),
      retryAt: at(30),
      error: 'refused',
    });
  });
});

describe('an open circuit (F165)', () => {
  it('lets nothing run before the reset timeout', () => {
    expect(admit(open(), at(29))).toMatchObject({ granted: 0, circuit: { state: 'open' } });
  });

  it('then lets a few trials run', () => {
    expect(admit(open(), at(30))).toMatchObject({
      granted: 1,
      trial: 2,
      circuit: { state: 'half_open', trials: 1 },
    });
    expect(admit(open(), at(30), 5, { halfOpenTrials: 3 }).granted).toBe(3);
    expect(admit(open(), at(30), 2, { halfOpenTrials: 3 }).granted).toBe(2);
  });

  it('ignores results of attempts that began before it opened', () => {
    expect(report(open(), 'failure')).toEqual(open());
    expect(report(open(), 'success')).toEqual(open());
  });
});

describe('a half-open circuit (F165)', () => {
  it('lets no more trials run than may run at once', () => {
    expect(admit(halfOpen(), at(31)).granted).toBe(0);
  });

  it('allows other trials when earlier ones have no result', () => {
    expect(admit(halfOpen(), at(60))).toMatchObject({
      granted: 1,
      circuit: { trials: 1, trialsUntil: at(90) },
    });
  });

  it('closes at the threshold of successes', () => {
    const first = report(halfOpen(), 'success', { trial: 2 });
    expect(first).toMatchObject({ state: 'half_open', successes: 1, trials: 0, trialsUntil: null });
    const { circuit } = admit(first, at(31));
    expect(report(circuit, 'success', { trial: 2 })).toEqual(closedCircuit('smtp', 3));
  });

  it('opens again at the first failure, for the same time', () => {
    expect(report(halfOpen(), 'failure', { trial: 2, now: at(40) })).toMatchObject({
      state: 'open',
      generation: 3,
      failures: 4,
      retryAt: at(70),
    });
  });

  it('releases the slot of an abandoned trial', () => {
    expect(report(halfOpen(), 'abandoned', { trial: 2 })).toMatchObject({ state: 'half_open', trials: 0 });
  });

  it.each(['success', 'failure', 'abandoned'] as const)(
    'does not care about a %s from another time',
    (result) => {
      expect(report(halfOpen(), result)).toEqual(halfOpen());
      expect(report(halfOpen(), result, { trial: 1 })).toEqual(halfOpen());
    },
  );
});

it('a circuit that is reset is closed, and earlier trials do not count any more (F166)', () => {
  const circuit = resetCircuit(halfOpen());
  expect(circuit).toEqual(closedCircuit('smtp', 3));
  expect(report(circuit, 'failure', { trial: 2 })).toEqual(circuit);
});
