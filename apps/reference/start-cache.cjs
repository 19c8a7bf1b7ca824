'use strict';
// Loads CommonJS modules as Node.js does, but keeps their sources, their resolved requests, and V8's compiled code
// in one file, so that a thousand small modules load as fast as one. See docs/decisions/0013-a-start-cache.md.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, extname, join } = require('node:path');
const { Script } = require('node:vm');

const WRAPPER = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'];
/** Two changes of a file within one tick of the clock of the file system leave the same stamp. */
const CLOCK_TICK_MS = 100;
const startedAt = Date.now();
const HASH_BYTES = 32;
/** Everything else that decides which file a request resolves to, or whether V8 accepts its cached code. */
const CIRCUMSTANCES = JSON.stringify([
  process.version,
  process.execPath,
  process.arch,
  process.execArgv,
  process.env.NODE_OPTIONS,
  process.env.NODE_PATH,
]);

/**
 * Returns the exports of `entry`. The modules it loads are kept in `file`, which is written at the end of a process that loaded more than
 * `file` had. The cache is used only while all its source files and all of `watched` are unchanged. It
 * never causes an error: if it is damaged, modules are loaded from their own files.
 */
function loadCached(entry, { file, watched }) {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return require(entry);
  const loader = new CachingLoader(readCache(file) ?? { modules: new Map(), stamps: stampsOf(watched) });
  process.once('exit', (exitCode) => {
    if (exitCode === 0 && loader.hasChanges) writeCache(file, loader);
  });
  return loader.load(entry, module);
}

class CachingLoader {
  hasChanges = false;

  /** `modules` by file name, null for modules that Node.js has to load itself; `stamps` of all relevant files, by file name. */
  constructor({ modules, stamps }) {
    this.modules = modules;
    this.stamps = stamps;
  }

  load(filename, parent) {
    const loaded = require.cache[filename];
    if (loaded !== undefined) return loaded.exports;
    const known = this.#find(filename);
    if (known === null) return Module.prototype.require.call(parent, filename);

    const module = new Module(filename, parent);
    module.filename = filename;
    module.paths = Module._nodeModulePaths(dirname(filename));
    module.require = this.#requireOf(module, known);
    require.cache[filename] = module;
    try {
      const run = compile(filename, known).runInThisContext();
      run.call(module.exports, module.exports, module.require, module, filename, dirname(filename));
    } catch (error) {
      delete require.cache[filename];
      throw error;
    }
    if (known.script.cachedDataRejected) this.hasChanges = true;
    module.loaded = true;
    return module.exports;
  }

  #find(filename) {
    const known = this.modules.get(filename);
    if (known !== undefined) return known;
    this.hasChanges = true;
    // Taken before the file is read, so that a change in between makes the stamp too old, never too new.
    this.stamps.set(filename, stampOf(filename));
    const source = this.#isCommonJs(filename) ? readFileSync(filename, 'utf8') : null;
    // `import()` works only in a module that Node.js loaded.
    const entry =
      source === null || /\bimport\s*\(/.test(source) ? null : { source: wrap(source), resolved: {} };
    this.modules.set(filename, entry);
    return entry;
  }

  #requireOf(module, { resolved }) {
    const resolve = (...args) => Module.createRequire(module.filename).resolve(...args);
    const load = (request) => {
      if (Module.isBuiltin(request)) return require(request);
      if (!Object.hasOwn(resolved, request)) {
        resolved[request] = resolve(request);
        this.hasChanges = true;
      }
      return this.load(resolved[request], module);
    };
    return Object.assign(load, { resolve, main: require.main, cache: require.cache });
  }

  /** Reads every package.json above the file, because all of them affect how requests are resolved. */
  #isCommonJs(filename) {
    let type;
    for (let folder = dirname(filename); ; folder = dirname(folder)) {
      const text = this.#packageIn(folder);
      if (text !== null) type ??= JSON.parse(text).type ?? 'commonjs';
      if (folder === dirname(folder)) break;
    }
    return extname(filename) === '.cjs' || (extname(filename) === '.js' && type !== 'module');
  }

  #packages = new Map();
  #packageIn(folder) {
    const known = this.#packages.get(folder);
    if (known !== undefined) return known;
    const file = join(folder, 'package.json');
    const stamp = stampOf(file);
    const text = stamp === null ? null : readFileSync(file, 'utf8');
    if (stamp !== null) this.stamps.set(file, stamp);
    this.#packages.set(folder, text);
    return text;
  }
}

function compile(filename, known) {
  known.script = new Script(known.source, {
    filename,
    columnOffset: -WRAPPER[0].length,
    cachedData: known.code,
  });
  return known.script;
}

function wrap(source) {
  return `${WRAPPER[0]}${source.replace(/^\uFEFF/, '').replace(/^#!.*/, '')}${WRAPPER[1]}`;
}

/** Includes the change time of the inode, because archives set modification times: those of npm are the same for all versions. */
function stampOf(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

function isTooNew(stamp) {
  return stamp !== null && Number(stamp.split(' ')[2]) > startedAt - CLOCK_TICK_MS;
}

function stampsOf(files) {
  return new Map(files.map((file) => [file, stampOf(file)]));
}

/**
 * The file consists of a hash of the rest, a header line of JSON, the compiled code and the sources. The hash is needed
 * because V8 does not check the code: damaged code would end the process. Sources are parts of one text, which V8 need not
 * copy; those beyond Latin-1 are parts of another text, so that the first one takes one byte per character.
 */
function readCache(file) {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(HASH_BYTES);
    if (!hashOf(content).equals(bytes.subarray(0, HASH_BYTES))) return null;
    const headerEnd = content.indexOf('\n') + 1;
    const { circumstances, stamps, modules, sizes } = JSON.parse(content.toString('utf8', 0, headerEnd));
    if (circumstances !== CIRCUMSTANCES) return null;
    if (stamps.some(([name, stamp]) => stampOf(name) !== stamp)) return null;

    const [codeEnd, latin1End] = [headerEnd + sizes.code, headerEnd + sizes.code + sizes.latin1];
    const code = partsOf(content.subarray(headerEnd, codeEnd));
    const latin1 = partsOf(content.toString('latin1', codeEnd, latin1End));
    const utf16le = partsOf(content.toString('utf16le', latin1End));
    const read = (module) => ({
      resolved: module.resolved,
      source: (module.encoding === 'latin1' ? latin1 : utf16le)(module.source),
      code: code(module.code),
    });
    const known = modules.map(([name, module]) => [name, module && read(module)]);
    return { modules: new Map(known), stamps: new Map(stamps) };
  } catch {
    return null;
  }
}

/** Returns a function that reads one part after the other. */
function partsOf(whole) {
  let position = 0;
  return (length) => (whole.subarray ?? whole.slice).call(whole, position, (position += length));
}

function writeCache(file, { modules, stamps }) {
  const temporary = `${file}.${process.pid}`;
  try {
    if ([...stamps.values()].some(isTooNew)) return;
    const code = [];
    const sources = { latin1: [], utf16le: [] };
    const describe = (module) => {
      const { resolved, source } = module;
      const encoding = /[^\0-\xff]/.test(source) ? 'utf16le' : 'latin1';
      sources[encoding].push(source);
      code.push(codeOf(module));
      return { resolved, encoding, source: source.length, code: code.at(-1).length };
    };
    const described = [...modules].map(([name, module]) => [name, module && describe(module)]);
    const body = [Buffer.concat(code), Buffer.from(sources.latin1.join(''), 'latin1')];
    const header = {
      circumstances: CIRCUMSTANCES,
      stamps: [...stamps],
      modules: described,
      sizes: { code: body[0].length, latin1: body[1].length },
    };
    const content = Buffer.concat([
      Buffer.from(`${JSON.stringify(header)}\n`),
      ...body,
      Buffer.from(sources.utf16le.join(''), 'utf16le'),
    ]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, Buffer.concat([hashOf(content), content]));
    renameSync(temporary, file);
  } catch {
    // The folder may be read-only or the disk full: then the next start is as slow as this one.
    removeQuietly(temporary);
  }
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest();
}

function removeQuietly(file) {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file may not exist.
  }
}

/** Created at the end of the process, when V8 knows which functions were called: others are not kept. */
function codeOf({ script, code }) {
  if (script === undefined || (code !== undefined && !script.cachedDataRejected))
    return code ?? Buffer.alloc(0);
  return script.createCachedData();
}

module.exports = { loadCached };
