import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHighlighter, escapeHtml } from './highlight.mjs';
import { layout } from './layout.mjs';
import { createRenderer } from './markdown.mjs';
import { navigationOf } from './navigation.mjs';
import { listPages, root } from './pages.mjs';
import { searchScript } from './search-index.mjs';

const THEME = fileURLToPath(new URL('./theme', import.meta.url));
const minisearch = join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../umd/index.js');

/** Writes every page, its images and the index of the search into the folder. Resolves to how many pages there are. */
export async function buildSite(folder, { colours = true } = {}) {
  const pages = listPages();
  const renderer = createRenderer({ pages, highlight: colours ? await createHighlighter() : escapeHtml });
  const built = pages.map((page) => {
    const rendered = renderer.render(page, readFileSync(join(root, page.source), 'utf8'));
    return { page: { ...page, title: rendered.title }, rendered };
  });
  const navigation = navigationOf(built.map(({ page }) => page));
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
  for (const { page, rendered } of built)
    write(folder, page.url, layout({ page, rendered, navigation, version }));
  copyAssets(folder, built);
  write(folder, 'assets/search-index.js', searchScript(built));
  return built.length;
}

function copyAssets(folder, built) {
  cpSync(THEME, join(folder, 'assets'), { recursive: true });
  copyFileSync(minisearch, join(folder, 'assets/minisearch.js'));
  for (const path of new Set(built.flatMap(({ rendered }) => rendered.assets))) {
    const target = join(folder, 'assets', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
  }
}

function write(folder, url, text) {
  const file = join(folder, url);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
