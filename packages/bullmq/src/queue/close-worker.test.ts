import { closeWorker } from './close-worker.js';

const TERMS = { isConnected: true, onError: () => undefined };

describe('closeWorker (F215)', () => {
  const never = () => new Promise<void>(() => undefined);

  it('closes gracefully if Redis replies', async () => {
    const called: string[] = [];
    const note = (name: string) => async () => void called.push(name);
    await closeWorker({ close: note('close'), disconnect: note('disconnect') }, TERMS);
    expect(called).toEqual(['close']);
  });

  it('closes the connection if Redis does not reply, and does not wait any longer', async () => {
    let hungUp = 0;
    const disconnect = () => {
      hungUp += 1;
      return never();
    };
    const began = performance.now();
    await closeWorker({ close: never, disconnect }, TERMS);
    expect(hungUp).toBe(1);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('reports an error, and is closed all the same', async () => {
    const errors: unknown[] = [];
    const close = () => Promise.reject(new Error('connection is closed'));
    await closeWorker({ close, disconnect: never }, { ...TERMS, onError: (error) => errors.push(error) });
    expect(errors.map(String)).toEqual(['Error: connection is closed']);
  });

  it('forces the close if there is no connection', async () => {
    const forced: unknown[] = [];
    const close = async (force?: boolean) => void forced.push(force);
    const disconnect = async () => undefined;
    await closeWorker({ close, disconnect }, { ...TERMS, isConnected: false });
    await closeWorker({ close, disconnect }, TERMS);
    expect(forced).toEqual([true, false]);
  });
});
