import { escapeHtml } from './highlight.mjs';
import { relativeUrl } from './pages.mjs';

const REPOSITORY = 'https://github.com/scheduler-js/scheduler';

/** The whole HTML of a page. Every address in it is relative, and nothing comes from another host. */
export function layout({ page, rendered, navigation, version }) {
  const to = (url) => relativeUrl(page.url, url);
  const isHome = page.url === 'index.html';
  const title = isHome ? '@scheduler: jobs for TypeScript back ends' : `${rendered.title} · @scheduler`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(descriptionOf(rendered))}">
<link rel="stylesheet" href="${to('assets/site.css')}">
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<script src="${to('assets/theme.js')}"></script>
</head>
<body data-root="${to('index.html').replace(/index\.html$/, '')}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<button id="menu" aria-label="Sections" aria-expanded="false" aria-controls="sidebar">☰</button>
<a class="brand" href="${to('index.html')}">@scheduler</a>
<span class="version">${escapeHtml(version)}</span>
<div class="search" role="search"><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the documentation" autocomplete="off" spellcheck="false"><ol id="results" hidden></ol></div>
<nav class="top" aria-label="Site"><a href="${to('api.html')}">Guide</a><a href="${to('reference/index.html')}">API</a><a href="${REPOSITORY}">GitHub</a></nav>
<button id="theme" aria-label="Change between light and dark">◐</button>
</header>
<div class="frame">
<nav id="sidebar" aria-label="Pages">${sidebar({ page, navigation, to })}</nav>
<main id="content">
<article>
${rendered.html}</article>
${footer({ page, navigation, to })}
</main>
<aside aria-label="On this page">${outline(rendered.headings)}</aside>
</div>
<script src="${to('assets/site.js')}" defer></script>
</body>
</html>
`;
}

/** The first paragraph of a page, for search engines. */
function descriptionOf({ sections }) {
  return (sections[0]?.text ?? '').replaceAll(/\s+/g, ' ').slice(0, 155);
}

function sidebar({ page, navigation, to }) {
  const sections = navigation.map(({ title, pages, isLong }) => {
    const links = pages.map((each) => {
      const current = each.url === page.url ? ' aria-current="page"' : '';
      return `<li><a href="${to(each.url)}"${current}>${escapeHtml(each.title)}</a></li>`;
    });
    const isOpen = !isLong || pages.some(({ url }) => url === page.url);
    return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
  });
  return `${sections.join('')}<p><a href="${to('reference/index.html')}">API reference</a></p>`;
}

function outline(headings) {
  if (headings.length < 2) return '';
  const links = headings.map(
    ({ level, title, anchor }) =>
      `<li class="level-${level}"><a href="#${anchor}">${escapeHtml(title)}</a></li>`,
  );
  return `<h2>On this page</h2><ul>${links.join('')}</ul>`;
}

function footer({ page, navigation, to }) {
  const all = navigation.flatMap(({ pages }) => pages);
  const index = all.findIndex(({ url }) => url === page.url);
  const link = (neighbour, label) =>
    neighbour === undefined
      ? '<span></span>'
      : `<a href="${to(neighbour.url)}"><small>${label}</small>${escapeHtml(neighbour.title)}</a>`;
  return `<footer><div class="neighbours">${link(all[index - 1], 'Before')}${link(all[index + 1], 'Next')}</div>
<p><a href="${REPOSITORY}/edit/main/${page.source}">Edit this page</a> · MIT licence</p></footer>`;
}
