/** The F-numbers in a title: `(F91)`, `(F174, F176)`, `(F156-F158)`. */
export function numbersIn(title) {
  const found = new Set();
  for (const [, first, last] of title.matchAll(/\bF(\d{1,3})\b(?:\s*[-–]\s*F(\d{1,3})\b)?/g)) {
    for (let number = Number(first); number <= Number(last ?? first); number++) found.add(`F${number}`);
  }
  return [...found];
}

export const valueOf = (number) => Number(number.slice(1));
