'use strict';
// What `npx scheduler` loads in this repository: the reference application.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const built = join(__dirname, 'apps/reference/dist/scheduler.config.js');
if (!existsSync(built)) {
  throw new Error('the reference application is not built yet: run `npm run build` once, or `npm start`');
}

const { loadCached } = require('./apps/reference/start-cache.cjs');
module.exports = loadCached(built, {
  file: join(__dirname, 'node_modules/.cache/scheduler-reference', process.version),
  // What npm rewrites whenever it installs or links something.
  watched: [join(__dirname, 'node_modules/.package-lock.json')],
});
