// `npm run bench -- <suite>`: us and the peers in one run. Absolute figures vary with the machine, so that targets are ratios.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPeers } from './install-peers.mjs';
import { printReport, writeReport } from './report.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const known = readdirSync(path('./suites')).map((file) => file.replace(/\.mjs$/, ''));
const given = process.argv.slice(2);
// Such as `--policies`: what a suite makes of it, it says itself.
const flags = new Set(given.filter((word) => word.startsWith('--')).map((word) => word.slice(2)));
const asked = given.filter((word) => !word.startsWith('--'));
const unknown = asked.filter((name) => !known.includes(name));

if (asked.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no suite '${name}'.`);
  console.error(`usage: npm run bench -- <suite> …\nsuites: ${known.join(', ')}`);
  process.exit(2);
}

let missed = 0;
for (const name of asked) {
  const progress = (text) => console.error(`${name}: ${text}`);
  const suite = await import(`./suites/${name}.mjs`);
  const { run, builds = ['packages/core'], needsPeers = false, knownFlags = [] } = suite;
  const odd = [...flags].filter((flag) => !knownFlags.includes(flag));
  if (odd.length > 0) {
    console.error(`The suite '${name}' knows no --${odd.join(', --')}.`);
    process.exit(2);
  }
  build(builds, progress);
  if (needsPeers && flags.size === 0) installPeers(progress);
  const report = await run({ progress, flags });
  printReport(report);
  const folder = writeReport(path('./results'), report);
  console.log(`\nwritten: ${folder}/${name}.json, .md, .svg`);
  missed += report.verdicts.filter(({ met }) => !met).length;
}
process.exitCode = missed > 0 ? 1 : 0;

// What is measured is what users get: the compiled packages.
function build(projects, progress) {
  progress('building …');
  const configurations = projects.map((project) => path(`../../${project}/tsconfig.lib.json`));
  execFileSync(
    process.execPath,
    [path('../../node_modules/typescript/bin/tsc'), '--build', ...configurations],
    { stdio: 'inherit' },
  );
}
