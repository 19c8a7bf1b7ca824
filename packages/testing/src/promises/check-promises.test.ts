import { at, HEALTHY } from '../test-support/healthy-evidence.js';
import { checkPromises } from './check-promises.js';

describe('checkPromises', () => {
  it('finds nothing wrong in a healthy run', () => {
    expect(checkPromises(HEALTHY)).toEqual([]);
  });

  it('reports every broken promise, in the order of their letters', () => {
    const executions = HEALTHY.executions.map((each) => ({ ...each, attemptsUsed: 9, occurrenceAt: at(0) }));
    const promises = checkPromises({ ...HEALTHY, executions, effects: [], jobs: [] }).map(
      ({ promise }) => promise,
    );
    expect([...new Set(promises)]).toEqual(['A', 'B', 'C', 'G']);
    expect([...promises].sort()).toEqual(promises);
  });
});
