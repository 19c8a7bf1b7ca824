const MAX_DISTANCE = 3;

/** The known word that was probably meant. Null: none is similar enough. */
export function didYouMean(word: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let distance = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(word.length / 3))) + 1;
  for (const candidate of known) {
    const d = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (d < distance) {
      best = candidate;
      distance = d;
    }
  }
  return best ?? partOf(word, known);
}

const SHORTEST_PART = 3;

/** The one known word that begins like this, such as `queue` for `que`, or that is one of its words, such as `retry` for `shouldRetry`. */
function partOf(word: string, known: Iterable<string>): string | null {
  if (word.length < SHORTEST_PART) return null;
  const words = word.split(/[^A-Za-z0-9]|(?=[A-Z])/).map((part) => part.toLowerCase());
  const found = [...known].filter((candidate) => {
    const lower = candidate.toLowerCase();
    return lower.startsWith(word.toLowerCase()) || words.includes(lower);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
