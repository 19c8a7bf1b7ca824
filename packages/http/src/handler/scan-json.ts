import { invalidBody } from '../problems/http-error.js';

const NUMBER = /[-+0-9.eE]/;
const WHOLE = /^-?\d+$/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Looks at a JSON text before it is parsed: nesting that is too deep would use up the stack of whatever walks it later, and a whole number
 * beyond 2^53 would silently become another one.
 */
export function scanJson(text: string, deepest: number): void {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === '"') index = endOfString(text, index);
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > deepest) refuseDepth(deepest);
    } else if (char === '}' || char === ']') depth -= 1;
    else if (char === '-' || (char >= '0' && char <= '9')) index = endOfNumber(text, index) - 1;
  }
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return text.length;
}

const MOST_DIGITS = 40;

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && NUMBER.test(text.charAt(end))) end += 1;
  const number = text.slice(start, end);
  if (WHOLE.test(number) && !Number.isSafeInteger(Number(number)))
    throw invalidBody(
      [],
      `the number ${number.slice(0, MOST_DIGITS)} in the body is too big to keep its digits; send it as a text`,
    );
  return end;
}

function refuseDepth(deepest: number): never {
  throw invalidBody([], `the body is nested too deep; accepted: at most ${deepest} levels`);
}

/** The same depth for a body that somebody else has parsed. */
export function checkDepth(value: unknown, deepest: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (deepest === 0) throw invalidBody([], 'the body is nested too deep');
  for (const inner of Object.values(value)) checkDepth(inner, deepest - 1);
}
