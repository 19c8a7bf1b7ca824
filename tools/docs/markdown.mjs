import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from './highlight.mjs';
import { relativeUrl, root } from './pages.mjs';

const REPOSITORY = 'https://github.com/scheduler-js/scheduler';
const OF_REPOSITORY = new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/`);

/** The anchor that GitHub makes of a heading, so that a link works on both. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/**
 * Renders pages. `render(page, text)` gives `{ html, title, headings, sections, assets }`: `sections` are the texts between headings
 * for the search, `assets` the files of the repository that the page shows.
 */
export function createRenderer({ pages, highlight }) {
  const urls = new Map(pages.map(({ source, url }) => [source, url]));
  const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false });
  markdown.renderer.rules.fence = (tokens, index) => codeBlock(tokens[index], highlight);
  markdown.renderer.rules.table_open = () => '<div class="table"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return { render: (page, text) => renderPage({ markdown, urls, page, text }) };
}

function codeBlock({ content, info }, highlight) {
  const language = info.trim().split(/\s+/)[0] ?? '';
  const code = highlight(content.replace(/\n$/, ''), language);
  return `<div class="code" data-language="${escapeHtml(language)}"><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}

function renderPage({ markdown, urls, page, text }) {
  const tokens = markdown.parse(text, {});
  const outline = outlineOf(tokens);
  const assets = [];
  for (const token of tokens.filter(({ type }) => type === 'inline'))
    for (const child of token.children ?? []) redirect(child, { page, urls, assets });
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    title: outline.find(({ level }) => level === 1)?.title ?? page.source,
    headings: outline.filter(({ level }) => level === 2 || level === 3),
    sections: outline.map(({ title, anchor, words }) => ({ title, anchor, text: words.join(' ') })),
    assets,
  };
}

/** Gives each heading its anchor, and collects what is written below it. */
function outlineOf(tokens) {
  const outline = [];
  const seen = new Map();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]);
      const times = seen.get(anchorOf(title)) ?? 0;
      seen.set(anchorOf(title), times + 1);
      const anchor = times === 0 ? anchorOf(title) : `${anchorOf(title)}-${times}`;
      token.attrSet('id', anchor);
      outline.push({ level: Number(token.tag.slice(1)), title, anchor, words: [] });
      addPermalink(tokens[index + 1], anchor);
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      outline.at(-1)?.words.push(plainText(token));
    } else if (token.type === 'fence') {
      outline.at(-1)?.words.push(token.content);
    }
  }
  return outline;
}

const plainText = ({ children }) => (children ?? []).map(({ content }) => content).join('');

function addPermalink(inline, anchor) {
  const link = Object.assign(new inline.constructor('html_inline', '', 0), {
    content: ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`,
  });
  inline.children.push(link);
}

/** Leads links to pages of the site, or to the repository, and images to the files that are copied. */
function redirect(token, { page, urls, assets }) {
  const attribute = { link_open: 'href', image: 'src' }[token.type];
  if (attribute === undefined) return;
  const link = token.attrGet(attribute);
  const target = targetOf(link, page);
  if (target === null) return;
  if (token.type === 'image') {
    assets.push(target.path);
    token.attrSet('src', relativeUrl(page.url, `assets/${target.path}`));
    token.attrSet('loading', 'lazy');
  } else token.attrSet('href', hrefOf(target, { page, urls, assets, link }));
}

/** The file of the repository that a link means, with its anchor; null if it leads elsewhere or stays on the page. */
function targetOf(link, page) {
  const isOurs = OF_REPOSITORY.test(link);
  if (!isOurs && (/^[a-z]+:/.test(link) || link.startsWith('#'))) return null;
  const [path = '', anchor = ''] = link.replace(OF_REPOSITORY, '').split('#');
  const from = isOurs ? '' : posix.dirname(page.source);
  // `#readme` is where GitHub shows the README of a folder, which is a page of its own here.
  return {
    path: posix.join(from, decodeURIComponent(path)).replace(/\/$/, ''),
    anchor: anchor === 'readme' ? '' : anchor,
  };
}

function hrefOf({ path, anchor }, { page, urls, assets, link }) {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${page.source} links to ${link}, which does not exist`);
  const suffix = anchor === '' ? '' : `#${anchor}`;
  const url = urls.get(path) ?? urls.get(posix.join(path, 'README.md'));
  if (url !== undefined) return relativeUrl(page.url, url) + suffix;
  if (/\.(?:png|svg)$/.test(path)) {
    assets.push(path);
    return relativeUrl(page.url, `assets/${path}`);
  }
  return `${REPOSITORY}/${statSync(file).isDirectory() ? 'tree' : 'blob'}/main/${path}${suffix}`;
}
