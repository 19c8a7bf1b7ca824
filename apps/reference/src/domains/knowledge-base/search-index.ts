export interface IndexedDocument {
  readonly id: string;
  readonly title: string;
  readonly words: number;
}

/** For each word the documents that contain it, with the number of occurrences. */
export type Postings = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface SearchIndex {
  readonly collection: string;
  /** ISO 8601. */
  readonly builtAt: string;
  readonly documents: readonly IndexedDocument[];
  readonly postings: Postings;
}

export interface Hit {
  readonly id: string;
  readonly title: string;
  readonly score: number;
}

/** Words that are too frequent to distinguish documents. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by can for from has have how if in is it its not of on or so that the then this to was what when which who will with you your'.split(
    ' ',
  ),
);

export function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
}

export class SearchIndexBuilder {
  private readonly documents: IndexedDocument[] = [];
  private readonly postings = new Map<string, Map<string, number>>();

  /** `markdown` begins with its title, as `# …`. */
  add(id: string, markdown: string): IndexedDocument {
    const words = wordsOf(markdown);
    for (const word of words) {
      const documents = this.postings.get(word) ?? new Map<string, number>();
      documents.set(id, (documents.get(id) ?? 0) + 1);
      this.postings.set(word, documents);
    }
    const document = { id, title: /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim() ?? id, words: words.length };
    this.documents.push(document);
    return document;
  }

  build(collection: string, builtAt: Date): SearchIndex {
    const sorted = [...this.postings].sort(([left], [right]) => (left < right ? -1 : 1));
    return {
      collection,
      builtAt: builtAt.toISOString(),
      documents: this.documents,
      postings: Object.fromEntries(sorted.map(([word, documents]) => [word, Object.fromEntries(documents)])),
    };
  }
}

/** The documents that contain words of the query, best first; rare words weigh more (tf–idf). */
export function searchIndex(index: SearchIndex, query: string): readonly Hit[] {
  const scores = new Map<string, number>();
  for (const word of new Set(wordsOf(query))) {
    const found = Object.hasOwn(index.postings, word) ? Object.entries(index.postings[word] ?? {}) : [];
    const weight = Math.log(1 + index.documents.length / Math.max(1, found.length));
    for (const [id, count] of found) scores.set(id, (scores.get(id) ?? 0) + count * weight);
  }
  return index.documents
    .map(({ id, title }) => ({ id, title, score: scores.get(id) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
}
