import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { workspace } from './test-support/examples.js';

const SKIPPED = new Set(['node_modules', 'dist', 'tmp', 'coverage', 'var']);

/** Every page of the repository, by its path from the root. */
function pagesBelow(folder: string): string[] {
  return readdirSync(join(workspace, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : pagesBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** The anchors that a page has, as GitHub makes them of its headings. */
function anchorsOf(file: string): Set<string> {
  const headings = withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.*)$/gm);
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
  return new Set([...headings].map(([, heading = '']) => toAnchor(heading)));
}

/** Packages are read on the registry too, where relative links lead nowhere, so their pages name files of the repository in full. */
const FILES_OF_REPOSITORY = /^https:\/\/github\.com\/scheduler-js\/scheduler\/(?:blob|tree)\/main\//;

function isBroken(page: string, link: string): boolean {
  if (FILES_OF_REPOSITORY.test(link)) return isBroken('README.md', link.replace(FILES_OF_REPOSITORY, ''));
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? join(workspace, page) : resolve(workspace, dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== '' && statSync(target).isFile() && !anchorsOf(target).has(anchor);
}

it.each(pagesBelow('.'))('every link of %s leads somewhere', (page) => {
  const text = withoutCode(readFileSync(join(workspace, page), 'utf8'));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<(?:img|source)[^>]* src(?:set)?="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((link) => !/^[a-z]+:/.test(link) || FILES_OF_REPOSITORY.test(link));
  expect(links.filter((link) => isBroken(page, link))).toEqual([]);
});
