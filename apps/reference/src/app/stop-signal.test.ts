import { EventEmitter } from 'node:events';
import { onStopSignal, type SignalSource } from './stop-signal.js';

describe('onStopSignal', () => {
  it('asks at the first signal and insists at the second', async () => {
    const signals = new EventEmitter();
    const insist = jest.fn();
    const stop = onStopSignal(signals as unknown as SignalSource, insist);
    signals.emit('SIGTERM', 'SIGTERM');
    expect(await stop.received).toBe('SIGTERM');
    expect(insist).not.toHaveBeenCalled();
    signals.emit('SIGINT', 'SIGINT');
    expect(insist).toHaveBeenCalledTimes(1);
  });

  it('leaves signals alone when it is released', () => {
    const signals = new EventEmitter();
    onStopSignal(signals as unknown as SignalSource, () => undefined).release();
    expect(signals.eventNames()).toEqual([]);
  });
});
