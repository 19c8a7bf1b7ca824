import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fakeContext } from '../../test-support/fake-context.js';
import { fakeJob } from '../../test-support/fake-job.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { KnowledgeBase } from './knowledge-base.service.js';
import {
  HELP_CENTER,
  knowledgeBaseDemoSchedules,
  knowledgeBaseSchedules,
} from './knowledge-base.schedules.js';
import { REINDEX_KNOWLEDGE_BASE, ReindexKnowledgeBaseHandler } from './reindex-knowledge-base.handler.js';

describe('reindex_knowledge_base', () => {
  const newFolder = temporaryFolders();
  const job = fakeJob(REINDEX_KNOWLEDGE_BASE, { collection: 'manuals' });

  function setUp(documents: Readonly<Record<string, string>>) {
    const folder = newFolder();
    mkdirSync(join(folder, 'content/manuals'), { recursive: true });
    for (const [name, text] of Object.entries(documents)) {
      writeFileSync(join(folder, 'content/manuals', name), text);
    }
    const base = new KnowledgeBase({ content: join(folder, 'content'), indexes: join(folder, 'search') });
    return { folder, base, handler: new ReindexKnowledgeBaseHandler(base) };
  }

  it('indexes every document, and searches find them (F88)', async () => {
    const { folder, base, handler } = setUp({
      'a.md': '# Printers\n\nThe printer prints. A printer burns.',
      'b.md': '# Coffee\n\nThe machine makes coffee, the printer does not.',
      'notes.txt': 'printer',
    });
    const context = fakeContext();
    expect(await handler.handle(job, context)).toEqual({
      kind: 'succeeded',
      output: { collection: 'manuals', documents: 2, words: 8, file: join(folder, 'search/manuals.json') },
    });
    expect((await base.search('manuals', 'PRINTER?')).map(({ title }) => title)).toEqual([
      'Printers',
      'Coffee',
    ]);
    expect((await base.search('manuals', 'coffee printer')).map(({ id }) => id)).toEqual(['b.md', 'a.md']);
    expect(await base.search('manuals', 'the constructor')).toEqual([]);
    expect(context.lines.map(({ message }) => message)).toEqual([
      'reindexing manuals',
      'indexed Printers',
      'indexed Coffee',
      'reindexed manuals',
    ]);
  });

  it('deletes documents that no longer exist from the index', async () => {
    const { folder, base, handler } = setUp({ 'a.md': '# Printers' });
    await handler.handle(job, fakeContext());
    writeFileSync(join(folder, 'content/manuals/a.md'), '# Coffee');
    await handler.handle(job, fakeContext());
    expect(await base.search('manuals', 'printers')).toEqual([]);
  });

  it('stops between documents when asked to, and leaves the old index', async () => {
    const { folder, handler } = setUp({ 'a.md': '# A', 'b.md': '# B' });
    const stop = new Error('stop');
    const context = fakeContext();
    const log = {
      ...context.log,
      info: (message: string) => {
        if (message === 'indexed A') context.abort(stop);
      },
    };
    await expect(handler.handle(job, { ...context, log })).rejects.toBe(stop);
    expect(existsSync(join(folder, 'search/manuals.json'))).toBe(false);
  });

  it('gives up at once on a collection that does not exist', async () => {
    const { base, handler } = setUp({});
    const missing = fakeJob(REINDEX_KNOWLEDGE_BASE, { collection: 'missing' });
    expect(await handler.handle(missing, fakeContext())).toMatchObject({ kind: 'failed', retry: false });
    expect(await base.search('missing', 'anything')).toEqual([]);
  });

  it('throws errors that may be temporary', async () => {
    const { folder, handler } = setUp({});
    mkdirSync(join(folder, 'content/manuals/folder.md'));
    await expect(handler.handle(job, fakeContext())).rejects.toThrow(/EISDIR/);
  });

  it.each(['../secrets', '/etc', 'A', '', 'a--b'])('refuses the collection %j', (collection) => {
    expect(() => setUp({}).handler.validate({ collection })).toThrow(/payload\.collection/);
  });

  it('finds the collections of its schedules among the shipped documents', async () => {
    const content = resolve(__dirname, '../../../content');
    const base = new KnowledgeBase({ content, indexes: newFolder() });
    const handler = new ReindexKnowledgeBaseHandler(base);
    for (const { type, payload } of [...knowledgeBaseSchedules, ...knowledgeBaseDemoSchedules]) {
      expect(await handler.handle(fakeJob(type, payload), fakeContext())).toMatchObject({
        kind: 'succeeded',
      });
    }
    expect((await base.search(HELP_CENTER, 'escalation'))[0]).toMatchObject({ id: 'tickets.md' });
  });
});
