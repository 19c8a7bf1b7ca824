const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join, posix, sep } = require('node:path');

const root = join(__dirname, '../..');
const folder = join(root, 'tmp/joined-packages');

/** The packages that many tests use. The console is not among them, because it loads parts of itself by `import()`. */
const JOINED = ['contracts', 'core', 'recurrence', 'memory', 'testing', 'knex', 'redis', 'workflow', 'http'];

/**
 * Writes each built package as one file, for the tests that use it from outside. A test file loads everything that it uses anew, and jest
 * takes longer to find and open the hundreds of files of a package than to run them. The modules keep their borders, order and paths.
 *
 * Returns what jest's `moduleNameMapper` needs, by the name that is imported.
 */
module.exports = () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(JOINED.flatMap((name) => joined(name)));
};

function joined(name) {
  const home = join(root, 'packages', name);
  const all = join(folder, `${name}.cjs`);
  writeFileSync(all, textOf(home));
  return Object.entries(require(join(home, 'package.json')).exports)
    .filter(([, target]) => target.default !== undefined)
    .map(([entry, target]) => {
      const file = posix.join('/', target.default).replace(/^\/dist/, '');
      const path = join(folder, `${name}${file.replaceAll('/', '.').replace(/\.js$/, '.cjs')}`);
      writeFileSync(path, `module.exports = require('./${name}.cjs')('${file}');\n`);
      return [`^${posix.join('@scheduler', name, entry)}$`, path];
    });
}

function textOf(home) {
  const dist = join(home, 'dist');
  const files = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.js'));
  const modules = files.map((file) => {
    const path = `/${file.split(sep).join('/')}`;
    const code = readFileSync(join(dist, file), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
    return `${JSON.stringify(path)}: function (exports, require, module, __filename, __dirname) {${code}\n}`;
  });
  return `${prelude(dist)}const code = {\n${modules.join(',\n')}\n};\n`;
}

/** A module is run when it is first required, with `exports` that others see while it runs, as Node.js does it. */
const prelude = (dist) => `'use strict';
const { createRequire } = require('node:module');
const { posix } = require('node:path');
const dist = ${JSON.stringify(dist)};
const outside = createRequire(dist + '/index.js');
const loaded = new Map();
module.exports = load;
function load(path) {
  const known = loaded.get(path);
  if (known !== undefined) return known.exports;
  const folder = posix.dirname(path);
  const require = (name) => (name.startsWith('.') ? load(posix.join(folder, name)) : outside(name));
  const module = { exports: {}, id: dist + path, filename: dist + path, require };
  loaded.set(path, module);
  try {
    code[path].call(module.exports, module.exports, require, module, dist + path, posix.dirname(dist + path));
  } catch (error) {
    loaded.delete(path);
    throw error;
  }
  return module.exports;
}
`;
