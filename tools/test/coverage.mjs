import { existsSync } from 'node:fs';
import { join } from 'node:path';
import istanbul from 'istanbul-lib-coverage';
import { coverageFile, readJson, root } from './workspace.mjs';

/** Holds the named packages to their share of covered lines, in percent. */
export function checkCoverage(thresholds) {
  const coverage = istanbul.createCoverageMap(existsSync(coverageFile) ? readJson(coverageFile) : {});
  const lines = Object.entries(thresholds).map(([name, least]) => {
    const { covered, total } = linesOf(coverage, join(root, 'packages', name, 'src/'));
    // No line at all means that nothing was measured: that must not pass for full coverage.
    const percent = total > 0 ? (100 * covered) / total : 0;
    const isEnough = percent >= least;
    return {
      isEnough,
      text: `${isEnough ? '·' : '✘'} ${name}: ${percent.toFixed(1)} % of ${total} lines, at least ${least} %`,
    };
  });
  return {
    succeeded: lines.every(({ isEnough }) => isEnough),
    output: lines.map(({ text }) => text).join('\n'),
  };
}

function linesOf(coverage, folder) {
  const summary = istanbul.createCoverageSummary();
  for (const file of coverage.files()) {
    if (file.startsWith(folder)) summary.merge(coverage.fileCoverageFor(file).toSummary());
  }
  return summary.lines;
}
