/**
 * For programs that tests start as their own processes: `node --conditions=@scheduler/source -r ./run-typescript.cjs program.ts`
 * runs from the sources, as the tests themselves do, so that nothing has to be built first.
 */
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
// eslint-disable-next-line @nx/enforce-module-boundaries -- what transforms the tests too; it is never shipped
const { transformSync } = require('@swc/core');

const options = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    // As in the tests, since containers read the types of parameters.
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
};

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};

// Sources name their neighbours as they will be called when they are built.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = request.startsWith('.') ? request.replace(/\.js$/, '.ts') : request;
  const isSource = source !== request && existsSync(join(parent.path, source));
  return resolve.call(this, isSource ? source : request, parent, ...rest);
};
