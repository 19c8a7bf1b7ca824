import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import istanbul from 'istanbul-lib-coverage';
import { readJson, root, testedProjects } from './workspace.mjs';

/** Merges the coverage of all projects and holds the named packages to their share of covered lines, in percent. */
export function checkCoverage(thresholds) {
  const coverage = mergeReports();
  let enough = true;
  for (const name of readdirSync(join(root, 'packages'))) {
    const { covered, total } = linesOf(coverage, join(root, 'packages', name, 'src/'));
    // No line at all means that nothing was measured: that must not pass for full coverage.
    const percent = total > 0 ? (100 * covered) / total : 0;
    const tooLow = percent < (thresholds[name] ?? 0);
    const demand = name in thresholds ? `, at least ${thresholds[name]} %` : '';
    console.log(`${tooLow ? '✘' : '·'} ${name}: ${percent.toFixed(1)} % of ${total} lines${demand}`);
    if (tooLow) enough = false;
  }
  return enough;
}

function mergeReports() {
  const merged = istanbul.createCoverageMap();
  for (const project of testedProjects()) {
    const report = join(project, 'coverage/coverage-final.json');
    if (existsSync(report)) merged.merge(readJson(report));
  }
  return merged;
}

function linesOf(coverage, folder) {
  const summary = istanbul.createCoverageSummary();
  for (const file of coverage.files()) {
    if (file.startsWith(folder)) summary.merge(coverage.fileCoverageFor(file).toSummary());
  }
  return summary.lines;
}
