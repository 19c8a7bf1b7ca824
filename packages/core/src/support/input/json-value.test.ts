import { runInNewContext } from 'node:vm';
import { PayloadInvalid } from '@scheduler/contracts';
import { JSON_RULE, MAX_JSON_BYTES, MAX_JSON_DEPTH, toJsonValue } from './json-value.js';

const read = (value: unknown) => toJsonValue(value, 'payload', PayloadInvalid);

function nested(levels: number, wrap: (inner: unknown) => unknown, inner: unknown = 1): unknown {
  return levels === 0 ? inner : wrap(nested(levels - 1, wrap, inner));
}

describe('toJsonValue', () => {
  it.each<[unknown, unknown]>([
    [undefined, null],
    [null, null],
    [0, 0],
    [-1.5, -1.5],
    ['', ''],
    ['text', 'text'],
    [true, true],
    [[], []],
    [{}, {}],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [{ a: undefined, b: 1 }, { b: 1 }],
    [
      [1, undefined, 3],
      [1, null, 3],
    ],
    [{ constructor: 'text' }, { constructor: 'text' }],
    [{ constructor: { name: 'text' } }, { constructor: { name: 'text' } }],
    [
      { prototype: 1, toString: 2 },
      { prototype: 1, toString: 2 },
    ],
  ])('carries %j', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it('drops a property that is undefined, as JSON does', () => {
    expect(Object.keys(read({ a: undefined, b: 1 }) as object)).toEqual(['b']);
  });

  it('makes a copy that the caller cannot change later, frozen to the ground', () => {
    const given = { list: [{ a: 1 }] };
    const copy = read(given) as typeof given;
    given.list[0]!.a = 2;
    expect(copy).toEqual({ list: [{ a: 1 }] });
    expect([copy, copy.list, copy.list[0]].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it('takes plain objects of another realm and objects without a prototype', () => {
    expect(read(runInNewContext('({ a: [1, { b: 2 }] })'))).toEqual({ a: [1, { b: 2 }] });
    expect(read(Object.assign(Object.create(null) as object, { a: 1 }))).toEqual({ a: 1 });
  });

  class Money {
    readonly cents = 5;
  }

  it.each<[string, unknown, string]>([
    ['NaN', { a: Number.NaN }, 'payload.a: is not a JSON number, got NaN'],
    ['Infinity', [Number.POSITIVE_INFINITY], 'payload[0]: is not a JSON number, got Infinity'],
    [
      'a getter that throws',
      {
        get a(): number {
          throw new Error('boom');
        },
      },
      'payload: cannot be read',
    ],
    ['a bigint', { a: 1n }, 'payload.a: is a bigint, which JSON cannot carry'],
    ['a function', { a: { b: () => 1 } }, 'payload.a.b: is a function, which JSON cannot carry'],
    ['a function by itself', () => 1, 'payload: is a function, which JSON cannot carry'],
    ['a symbol', [Symbol('s')], 'payload[0]: is a symbol, which JSON cannot carry'],
    ['a Date', { at: new Date(0) }, 'payload.at: is a Date, which JSON cannot carry; give its ISO text'],
    [
      'a Date of another realm',
      { at: runInNewContext('new Date(0)') as unknown },
      'payload.at: is a Date, which JSON cannot carry; give its ISO text',
    ],
    ['a Map', { a: new Map() }, 'payload.a: is not a plain object (Map)'],
    ['a Set', new Set(), 'payload: is not a plain object (Set)'],
    ['a Buffer', { a: Buffer.from('x') }, 'payload.a: is not a plain object (Buffer)'],
    ['an Error', { a: new Error('x') }, 'payload.a: is not a plain object (Error)'],
    ['a class instance', { price: new Money() }, 'payload.price: is not a plain object (Money)'],
    [
      '__proto__ from JSON.parse',
      JSON.parse('{"a":{"__proto__":{"admin":true}}}'),
      'payload.a.__proto__: is a dangerous key',
    ],
    ['__proto__ from a literal', { a: { __proto__: { admin: true } } }, 'payload.a: is not a plain object'],
    [
      'constructor.prototype',
      JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
      'payload.constructor: is a dangerous key',
    ],
  ])('refuses %s and says where it is', (_, value, message) => {
    expect(() => read(value)).toThrow(PayloadInvalid);
    expect(() => read(value)).toThrow(message);
    expect(() => read(value)).toThrow(`; accepted: ${JSON_RULE}`);
  });

  it.each([
    ['objects', (inner: unknown) => ({ a: inner })],
    ['arrays', (inner: unknown) => [inner]],
  ])('takes %s 32 levels deep and refuses 33', (_, wrap) => {
    expect(read(nested(MAX_JSON_DEPTH, wrap))).toEqual(nested(32, wrap));
    expect(() => read(nested(MAX_JSON_DEPTH + 1, wrap))).toThrow('is nested too deep');
  });

  it('counts an empty object as a level too', () => {
    expect(() => read(nested(32, (inner) => [inner], {}))).toThrow('is nested too deep');
  });

  it('refuses a cycle instead of following it for ever', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(() => read({ a: [cyclic] })).toThrow('payload.a[0].self: contains itself');
    const list: unknown[] = [];
    list.push(list, list);
    expect(() => read(list)).toThrow('payload[0]: contains itself');
  });

  it('refuses a value that refers to the same part over and over, before it fills the memory', () => {
    let value: unknown = 1;
    for (let level = 0; level < 31; level += 1) value = [value, value];
    expect(() => read(value)).toThrow('is too big');
  });

  it('takes a hole in a list for null, as JSON does', () => {
    // eslint-disable-next-line no-sparse-arrays -- the hole is what is tested
    expect(read([1, , 2])).toEqual([1, null, 2]);
  });

  it('takes 256 KB and refuses one byte more, and says how big it is', () => {
    expect(read('x'.repeat(MAX_JSON_BYTES - 2))).toHaveLength(262_142);
    expect(() => read('x'.repeat(MAX_JSON_BYTES - 1))).toThrow('payload: is too big (262145 bytes)');
    const frame = JSON.stringify({ a: '' }).length;
    expect(() => read({ a: 'x'.repeat(MAX_JSON_BYTES - frame) })).not.toThrow();
    expect(() => read({ a: 'x'.repeat(MAX_JSON_BYTES - frame + 1) })).toThrow('is too big');
  });

  it('counts bytes, not characters', () => {
    expect(() => read('ü'.repeat(MAX_JSON_BYTES / 2))).toThrow('is too big');
    expect(() => read('ü'.repeat(MAX_JSON_BYTES / 2 - 1))).not.toThrow();
  });

  it('pollutes no prototype', () => {
    for (const text of ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}'])
      expect(() => read(JSON.parse(text))).toThrow(PayloadInvalid);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
