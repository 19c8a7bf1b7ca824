import { EventEmitter } from 'node:events';
import { onStopSignal, type SignalSource } from './stop-signal.js';

describe('onStopSignal', () => {
  function setUp() {
    const emitter = new EventEmitter();
    const insist = jest.fn();
    let time = 0;
    const stop = onStopSignal({ signals: emitter as unknown as SignalSource, now: () => time, insist });
    const signal = (name: NodeJS.Signals, at: number) => {
      time = at;
      emitter.emit(name, name);
    };
    return { stop, insist, signal };
  }

  it('asks at the first signal and insists at the second', async () => {
    const { stop, insist, signal } = setUp();
    signal('SIGTERM', 0);
    expect(await stop.received).toBe('SIGTERM');
    expect(insist).not.toHaveBeenCalled();
    signal('SIGINT', 1_001);
    expect(insist).toHaveBeenCalledTimes(1);
  });

  it('takes one Ctrl-C that arrives twice for one', () => {
    const { insist, signal } = setUp();
    signal('SIGINT', 0);
    signal('SIGINT', 400);
    expect(insist).not.toHaveBeenCalled();
  });

  it('lets a program that has ended end in peace', () => {
    const { stop, insist, signal } = setUp();
    signal('SIGINT', 0);
    stop.finish();
    signal('SIGINT', 5_000);
    expect(insist).not.toHaveBeenCalled();
  });
});
