import { sqliteFile } from './sqlite-file.js';

describe('sqliteFile', () => {
  it.each([
    ['./a.db', './a.db'],
    ['/var/lib/a.db', '/var/lib/a.db'],
    ['///var/lib/a.db', '/var/lib/a.db'],
    ['//./a.db', './a.db'],
    [':memory:', ':memory:'],
  ])('reads %s as the file %s', (address, filename) => {
    expect(sqliteFile(address)).toEqual({ filename, session: [] });
  });

  it('reads the synchronous setting', () => {
    expect(sqliteFile('./a.db?synchronous=FULL')).toEqual({
      filename: './a.db',
      session: ['PRAGMA synchronous = full'],
    });
  });

  it.each(['a.db?synchronous=maybe', 'a.db?cache=shared', 'a.db?synchronous=full;DROP TABLE x'])(
    'refuses %s',
    (address) => {
      expect(() => sqliteFile(address)).toThrow('is not known');
    },
  );
});
