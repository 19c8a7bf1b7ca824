import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DASHBOARD = new URL('../../../packages/dashboard/dist/browser/', import.meta.url);
const FILES = /<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:m?js|css)(?:\?[^"]*)?)"/g;
/** Imports that a module names at its top; those of `import()` come later. */
const IMPORTS = /(?:\bimport|\bfrom)\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Bytes by gzip of what our page loads before it can show anything: the entry, and what it imports at once. Null: it is not built. */
export function firstLoadOfOurs() {
  const manifest = new URL('manifest.json', DASHBOARD);
  if (!existsSync(manifest)) return null;
  const chunks = JSON.parse(readFileSync(manifest, 'utf8'));
  const names = new Set(['index.html']);
  const add = (chunk) => {
    for (const file of [chunk.file, ...(chunk.css ?? [])]) names.add(file);
    for (const imported of chunk.imports ?? []) if (!names.has(chunks[imported].file)) add(chunks[imported]);
  };
  Object.values(chunks)
    .filter(({ isEntry }) => isEntry)
    .forEach(add);
  return sizeOf([...names].map((name) => readFileSync(new URL(name, DASHBOARD))));
}

/** The same of a page of somebody else: the page, its scripts with what they import at once, and its style sheets. Fonts and pictures are left out. */
export async function firstLoadOf(url) {
  const page = await textOf(url);
  const base = new URL(/<base href="([^"]+)"/.exec(page)?.[1] ?? '.', url);
  const texts = new Map();
  const waiting = [...page.matchAll(FILES)].map(([, file]) => new URL(file, base).href);
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (texts.has(file)) continue;
    const text = await textOf(file);
    texts.set(file, text);
    waiting.push(...[...text.matchAll(IMPORTS)].map(([, imported]) => new URL(imported, file).href));
  }
  return sizeOf([page, ...texts.values()]);
}

async function textOf(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

const sizeOf = (texts) => texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
