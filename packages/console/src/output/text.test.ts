import { displayWidth, render, sanitize, styled, truncate, wrapWords } from './text.js';

describe('sanitize', () => {
  it.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a title of the window', '\u001b]0;owned\u0007text', 'text'],
    ['clearing the screen', 'a\u001b[2Jb', 'ab'],
    ['8-bit control sequences', 'a\u009b31mb', 'ab'],
    ['bells, backspaces and deletes', 'a\u0007\u0008\u007fb', 'ab'],
    ['lines', 'a\r\nb\nc\td', 'a b c d'],
    ['marks that turn the direction', 'abc\u202ecba', 'abccba'],
  ])('removes %s', (_, dirty, clean) => {
    expect(sanitize(dirty)).toBe(clean);
  });

  it('keeps letters of every script', () => {
    expect(sanitize('Über 日本 – …')).toBe('Über 日本 – …');
  });
});

describe('render', () => {
  it('adds the style after the text was cleaned', () => {
    expect(render(styled('red', 'a\u001b[0mb'), true)).toBe('\u001b[31mab\u001b[39m');
    expect(render(styled('red', 'ab'), false)).toBe('ab');
  });
});

describe('widths', () => {
  it('counts columns, not characters', () => {
    expect(displayWidth('abc')).toBe(3);
    expect(displayWidth('日本')).toBe(4);
    expect(displayWidth('e\u0301')).toBe(1);
    expect(displayWidth('🚀')).toBe(2);
  });

  it('puts words on lines that fit, and a longer word on a line by itself', () => {
    expect(wrapWords('a bc def gigantic h', 6)).toEqual(['a bc', 'def', 'gigantic', 'h']);
    expect(wrapWords('a bc def', null)).toEqual(['a bc def']);
  });

  it('cuts with an ellipsis within the width', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef');
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('日本語', 4)).toBe('日…');
  });
});
