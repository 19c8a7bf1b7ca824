import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Every link, image and anchor of a built site that leads nowhere, as texts, and how many were `checked`. Links to other hosts are not
 * followed, and neither are those into the folder `without`, which was not built.
 */
export function brokenLinks(folder, { without } = {}) {
  const isBuilt = (target) => without === undefined || !target.startsWith(join(folder, without));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => join(folder, file));
  const pages = new Map(files.map((file) => [file, readPage(file)]));
  const broken = files.flatMap((file) =>
    pages
      .get(file)
      .links.filter((link) => !leadsSomewhere(link, { file, pages, isBuilt }))
      .map((link) => `${file.slice(folder.length + 1)}: ${link}`),
  );
  return {
    broken: broken.sort(),
    checked: [...pages.values()].reduce((sum, { links }) => sum + links.length, 0),
  };
}

function readPage(file) {
  const html = readFileSync(file, 'utf8').replaceAll(/<script>[\s\S]*?<\/script>/g, '');
  const values = (pattern) =>
    new Set([...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&')));
  return {
    links: [...values(/<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]*)"/g)].filter(
      (link) => !/^(?:[a-z]+:|\/\/)/.test(link),
    ),
    anchors: values(/ id="([^"]*)"/g),
  };
}

function leadsSomewhere(link, { file, pages, isBuilt }) {
  const [address = '', anchor = ''] = link.split('#');
  const [path = ''] = address.split('?');
  const target = path === '' ? file : resolve(dirname(file), decodeURIComponent(path));
  if (!isBuilt(target)) return true;
  if (!existsSync(target) || !statSync(target).isFile()) return false;
  const page = pages.get(target);
  return anchor === '' || page === undefined || page.anchors.has(decodeURIComponent(anchor));
}
