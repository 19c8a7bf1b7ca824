// `npm run bench -- <suite>`: measures the scheduler and its peers in one run. Absolute values vary with the machine, so that targets are ratios.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPeers } from './install-peers.mjs';
import { printReport, writeReport } from './report.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const known = readdirSync(path('./suites')).map((file) => file.replace(/\.mjs$/, ''));
const words = process.argv.slice(2);
// Flags such as `--policies`. Each suite lists those that it knows.
const flags = new Set(words.filter((word) => word.startsWith('--')).map((word) => word.slice(2)));
const suites = words.filter((word) => !word.startsWith('--'));
const unknown = suites.filter((name) => !known.includes(name));

if (suites.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no suite '${name}'.`);
  console.error(`usage: npm run bench -- <suite> …\nsuites: ${known.join(', ')}`);
  process.exit(2);
}

let missed = 0;
for (const name of suites) {
  const progress = (text) => console.error(`${name}: ${text}`);
  const suite = await import(`./suites/${name}.mjs`);
  const { run, builds = ['packages/core'], needsPeers = false, knownFlags = [] } = suite;
  const unknownFlags = [...flags].filter((flag) => !knownFlags.includes(flag));
  if (unknownFlags.length > 0) {
    console.error(`The suite '${name}' has no flag --${unknownFlags.join(', --')}.`);
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

// Compiles the packages, because benchmarks measure what users get.
function build(projects, progress) {
  progress('building …');
  const configurations = projects.map((project) => path(`../../${project}/tsconfig.lib.json`));
  execFileSync(
    process.execPath,
    [path('../../node_modules/typescript/bin/tsc'), '--build', ...configurations],
    { stdio: 'inherit' },
  );
}
