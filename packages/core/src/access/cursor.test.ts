import { AccessInvalid } from '@scheduler/contracts';
import { readCursor, toCursor } from './cursor.js';

describe('a cursor', () => {
  it('is read as it was written', () => {
    const position = { at: new Date(1_700_000_000_123), id: '0190-ab.c:d_e' };
    expect(readCursor(toCursor(position))).toEqual(position);
  });

  it.each(['', '7', '.a', '-1.a', '1.', "1.' OR 1=1", '1e3.a', `1.${'a'.repeat(256)}`, '1.a\n'])(
    'is not %j',
    (cursor) => {
      expect(() => readCursor(cursor)).toThrow(AccessInvalid);
    },
  );
});
