import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolders } from './test-support/temporary-folder.js';

const STARTER = `
const fs = require('node:fs');
const { readFileSync } = fs;
const read = new Set();
fs.readFileSync = (file, ...options) => read.add(file) && readFileSync(file, ...options);
const { loadCached } = require(${JSON.stringify(resolve(__dirname, '../start-cache.cjs'))});
const { join, relative } = require('node:path');
if (process.env.CHANGED) fs.writeFileSync(join(__dirname, 'lazy.js'), "module.exports = 'lazy 3';");
const main = loadCached(join(__dirname, 'main.js'), {
  file: join(__dirname, 'cache/file'),
  watched: [join(__dirname, 'lock.json')],
});
const answer = main.answer();
const files = [...read].map((file) => relative(__dirname, file)).filter((file) => /^[a-z].*[.]js$/.test(file));
console.log(JSON.stringify({ ...answer, files }));
`;
const FILES = {
  'start.js': STARTER,
  'lock.json': '{}',
  'main.js': `'use strict';
const { join } = require('node:path');
const early = require('./circle.js').early;
exports.answer = () => ({
  early,
  same: require('same') === require.cache[join(__dirname, 'node_modules/same/index.js')]?.exports,
  lazy: module.require('./lazy'),
  data: require('./data.json').value,
  failing: [0, 1].map(() => { try { return require('./failing.js'); } catch (error) { return error.stack.split('\\n')[1]; } }),
  missing: [0, 1].map(() => { try { return require('missing'); } catch (error) { return error.code; } }),
  strict: (function () { return this === undefined; })(),
  here: __filename === module.filename && require.resolve('./lazy') === join(__dirname, 'lazy.js'),
});
`,
  'circle.js': "exports.early = Object.keys(require('./main.js')).length;",
  'lazy.js': "#!/usr/bin/env node\nmodule.exports = 'lazy 1';",
  'failing.js': "  throw new Error('always');",
  'data.json': '{ "value": 1 }',
  'node_modules/same/package.json': '{ "main": "index.js" }',
  'node_modules/same/index.js': "exports.load = () => import('node:fs');",
};
const ANSWER = {
  early: 0,
  same: true,
  lazy: 'lazy 1',
  data: 1,
  failing: [expect.stringContaining('failing.js:1:9'), expect.stringContaining('failing.js:1:9')],
  missing: ['MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'],
  strict: true,
  here: true,
  files: expect.anything(),
};

describe('the start cache', () => {
  const newFolder = temporaryFolders();
  let folder: string;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const start = (env: Record<string, string> = {}): unknown => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'start.js')], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const cache = () => join(folder, 'cache/file');
  /** Waits, because files that changed a moment ago are not cached. */
  const settled = () => new Promise((done) => setTimeout(done, 250));

  beforeEach(async () => {
    folder = newFolder();
    for (const [name, text] of Object.entries(FILES)) write(name, text);
    await settled();
  });

  it('loads modules as Node.js does, with and without its file', () => {
    expect(start({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(ANSWER);
    expect(existsSync(cache())).toBe(false);
    expect(start()).toEqual(ANSWER);
    const kept = readFileSync(cache());
    expect(start()).toEqual(ANSWER);
    expect(readFileSync(cache()).equals(kept)).toBe(true);
    expect(readdirSync(dirname(cache()))).toEqual(['file']);
  });

  it('reads no module while nothing has changed, except modules that only Node.js can load', () => {
    const needsNode = 'node_modules/same/index.js';
    const sources = ['main.js', 'circle.js', 'lazy.js', 'failing.js', needsNode];
    expect(start()).toMatchObject({ files: expect.arrayContaining(sources) });
    expect(start()).toMatchObject({ files: [needsNode] });
  });

  it('never runs outdated code, even if size and time of a file look the same', async () => {
    start();
    utimesSync(join(folder, 'lazy.js'), 1, 1);
    await settled();
    start();
    write('lazy.js', FILES['lazy.js'].replace('1', '2'));
    utimesSync(join(folder, 'lazy.js'), 1, 1);
    expect(start()).toMatchObject({ lazy: 'lazy 2' });
    write('node_modules/same/package.json', '{ "main": "other.js" }');
    write('node_modules/same/other.js', '');
    expect(start()).toMatchObject({ same: false });
  });

  it('does not cache files that changed a moment ago', async () => {
    expect(start({ CHANGED: 'just now' })).toMatchObject({ lazy: 'lazy 3' });
    expect(existsSync(cache())).toBe(false);
    await settled();
    start();
    expect(existsSync(cache())).toBe(true);
  });

  it('resolves again after an installation', () => {
    start();
    write('node_modules/missing/index.js', '');
    write('lock.json', '{ "missing": 1 }');
    expect(start()).toMatchObject({ missing: [{}, {}] });
  });

  it.each([
    ['is empty', () => ''],
    ['is cut off', (kept: string) => kept.slice(0, -10)],
    ['is something else', () => '{}\n'],
    ['has damaged code', (kept: string) => kept.slice(0, -2000) + 'x'.repeat(2000)],
  ])('works although its file %s', (_, damage) => {
    start();
    writeFileSync(cache(), damage(readFileSync(cache(), 'latin1')), 'latin1');
    expect(start()).toEqual(ANSWER);
  });

  it('works without write access to its file', () => {
    write('cache', 'in the way');
    expect(start()).toEqual(ANSWER);
    expect(start()).toEqual(ANSWER);
  });

  it('is created again under other options of Node.js', () => {
    start();
    const kept = readFileSync(cache());
    expect(start({ NODE_OPTIONS: '--stack-trace-limit=20' })).toEqual(ANSWER);
    expect(readFileSync(cache()).equals(kept)).toBe(false);
  });
});
