import { callId, type Fault, FAULT_KINDS, readFaults, showFault } from './fault.js';

describe('faults as text', () => {
  const faults = FAULT_KINDS.map((kind, index): Fault => ({
    call: callId({ process: `n${index}.1`, number: 57 }),
    kind,
    ms: kind === 'clock_jump' ? -3_600_000 : index * 100,
  }));

  it('name the call, the kind and the duration', () => {
    expect(showFault({ call: 'n2.1:57', kind: 'pause_after', ms: 4_500 })).toBe('n2.1:57 pause_after 4500');
    expect(callId({ process: 'n2.1', number: 57 })).toBe('n2.1:57');
  });

  it('are read as they are shown, all kinds of them', () => {
    expect(readFaults(faults.map(showFault).join(', '))).toEqual(faults);
  });

  it('may have whitespace around them', () => {
    const [first] = readFaults('n1.1:57 crash_after 0');
    expect(readFaults('  n1.1:57 crash_after 0,\n n1.1:57 crash_after 0 ,')).toEqual([first, first]);
  });

  it('may be an empty list', () => {
    expect(readFaults(' ')).toEqual([]);
  });

  it.each([
    'n1.1:57 explode 0',
    'n1.1:57 crash_after',
    'n1.1:57 crash_after soon',
    'n1.1:57 crash_after 1.5',
    'n1:57 crash_after 0',
    'n1.1 crash_after 0',
    'n1.1:57 crash_after 0 again',
    '57',
  ])("refuse '%s', and say how to write one", (text) => {
    const read = () => readFaults(`n1.1:1 crash_after 0, ${text}`);
    expect(read).toThrow(RangeError);
    expect(read).toThrow(
      `'${text}' is not a fault; give a call, a kind and milliseconds, such as 'n1.1:57 pause_after 4500' (kinds: request_lost, `,
    );
  });
});
