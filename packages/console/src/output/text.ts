import { stripVTControlCharacters } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Text with a style that is applied only where colours are wanted. */
export interface Styled {
  readonly text: string;
  readonly style: Style;
}

/** Text to print. It may come from stored data, so control characters are removed when it is printed. */
export type Text = string | Styled;

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export function styled(style: Style, text: string): Styled {
  return { text, style };
}

export function plainText(text: Text): string {
  return typeof text === 'string' ? text : text.text;
}

// C0, DEL and C1; marks that change the direction of writing; line separators that terminals may interpret.
// eslint-disable-next-line no-control-regex -- control characters are exactly what is removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const LINE_BREAKS = /\r\n|[\r\n\t\u2028\u2029]/g;

/** One line of text without escape sequences and control characters, because stored data must not control a terminal. */
export function sanitize(text: string): string {
  return stripVTControlCharacters(text).replace(LINE_BREAKS, ' ').replace(INVISIBLE, '');
}

/** Text as the terminal gets it: sanitized, then styled. */
export function render(text: Text, colours: boolean): string {
  const clean = sanitize(plainText(text));
  if (typeof text === 'string' || !colours || clean === '') return clean;
  const [on, off] = CODES[text.style];
  return `\u001b[${on}m${clean}\u001b[${off}m`;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const ZERO_WIDTH = /\p{Mn}|\p{Me}|[\u200b-\u200d]/u;

/** How many columns of a terminal the sanitized text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Cuts the text to a number of columns and marks the cut with `…`. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The words of a text on lines of at most this many columns. Null: one line. */
export function wrapWords(text: string, width: number | null): readonly string[] {
  if (width === null) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function characterWidth(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
