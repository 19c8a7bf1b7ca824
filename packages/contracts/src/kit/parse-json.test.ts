import { parseJson } from './parse-json.js';

describe('parseJson', () => {
  it.each([
    ['null', null],
    ['"__proto__"', '__proto__'],
    ['{"a":[1,{"b":true}]}', { a: [1, { b: true }] }],
    ['{"constructor":"of houses"}', { constructor: 'of houses' }],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['{"__proto__":{"admin":true}}', '[{"a":{"__proto__":1}}]', '{"constructor":{"prototype":{}}}'])(
    'refuses %s, which could reach into a prototype',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it.each([undefined, '', '{', 'nothing'])('refuses %s, which is no JSON', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
