import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@scheduler/contracts';
import { errorCode, writeFileAtomically } from '../shared/files.js';
import { type Hit, type SearchIndex, searchIndex, SearchIndexBuilder } from './search-index.js';

export interface ReindexRequest {
  readonly collection: string;
  readonly at: Date;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface Reindexed {
  readonly collection: string;
  readonly documents: number;
  readonly words: number;
  readonly file: string;
}

export class UnknownCollection extends Error {
  constructor(collection: string) {
    super(`there is no collection ${JSON.stringify(collection)} in the content folder`);
    this.name = 'UnknownCollection';
  }
}

export interface KnowledgeBaseFolders {
  /** One folder of markdown files for each collection. */
  readonly content: string;
  /** The folder of the indexes. */
  readonly indexes: string;
}

export class KnowledgeBase {
  constructor(private readonly folders: KnowledgeBaseFolders) {}

  /** Reads every document again. Searches use the old index until the new one is complete. */
  async reindex({ collection, at, signal, log }: ReindexRequest): Promise<Reindexed> {
    const builder = new SearchIndexBuilder();
    for (const file of await this.documentsOf(collection)) {
      signal.throwIfAborted();
      const markdown = await readFile(join(this.folders.content, collection, file), 'utf8');
      const { title, words } = builder.add(file, markdown);
      log.info(`indexed ${title}`, { file, words });
    }
    // Checked again: an aborted run must not replace a newer index.
    signal.throwIfAborted();
    const index = builder.build(collection, at);
    const path = this.indexFile(collection);
    await writeFileAtomically({ path, text: `${JSON.stringify(index)}\n`, at });
    return {
      collection,
      documents: index.documents.length,
      words: Object.keys(index.postings).length,
      file: path,
    };
  }

  /** Empty if the collection is not indexed yet. */
  async search(collection: string, query: string): Promise<readonly Hit[]> {
    const index = await this.index(collection);
    return index === null ? [] : searchIndex(index, query);
  }

  /** Null: the collection is not indexed yet. */
  async index(collection: string): Promise<SearchIndex | null> {
    try {
      return JSON.parse(await readFile(this.indexFile(collection), 'utf8')) as SearchIndex;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  private indexFile(collection: string): string {
    return join(this.folders.indexes, `${collection}.json`);
  }

  private async documentsOf(collection: string): Promise<readonly string[]> {
    try {
      const files = await readdir(join(this.folders.content, collection));
      return files.filter((file) => file.endsWith('.md')).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR')
        throw new UnknownCollection(collection);
      throw error;
    }
  }
}
