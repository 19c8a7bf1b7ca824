import { EventEmitter } from 'node:events';
import { onStopSignal, type SignalSource } from './stop-signal.js';

describe('onStopSignal', () => {
  function setUp() {
    const emitter = new EventEmitter();
    const onSecondSignal = jest.fn();
    let time = 0;
    const stop = onStopSignal({
      signals: emitter as unknown as SignalSource,
      now: () => time,
      onSecondSignal,
    });
    const signal = (name: NodeJS.Signals, at: number) => {
      time = at;
      emitter.emit(name, name);
    };
    return { stop, onSecondSignal, signal };
  }

  it('stops gracefully at the first signal and at once at the second', async () => {
    const { stop, onSecondSignal, signal } = setUp();
    signal('SIGTERM', 0);
    expect(await stop.received).toBe('SIGTERM');
    expect(onSecondSignal).not.toHaveBeenCalled();
    signal('SIGINT', 1_001);
    expect(onSecondSignal).toHaveBeenCalledTimes(1);
  });

  it('counts one Ctrl-C that arrives twice as one signal', () => {
    const { onSecondSignal, signal } = setUp();
    signal('SIGINT', 0);
    signal('SIGINT', 400);
    expect(onSecondSignal).not.toHaveBeenCalled();
  });

  it('ignores signals after the program has finished', () => {
    const { stop, onSecondSignal, signal } = setUp();
    signal('SIGINT', 0);
    stop.finish();
    signal('SIGINT', 5_000);
    expect(onSecondSignal).not.toHaveBeenCalled();
  });
});
