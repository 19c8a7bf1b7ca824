const UNRELEASED = '## [Unreleased]';

/** Gives what is unreleased its version and date, and begins an empty section for what follows. */
export function closeSection(changelog, { version, date }) {
  if (notesOf(changelog, 'Unreleased') === '')
    throw new Error('CHANGELOG.md has nothing under [Unreleased]: there is nothing to release.');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`);
}

/** What stands under a heading, such as the notes of a release. Empty: nothing. */
export function notesOf(changelog, name) {
  const start = changelog.split('\n').findIndex((line) => line.startsWith(`## [${name}]`));
  if (start < 0) return '';
  const lines = changelog.split('\n').slice(start + 1);
  const end = lines.findIndex((line) => line.startsWith('## '));
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

/** UPGRADING speaks of the next version until it has a number. */
export const closeUpgrading = (upgrading, { version }) =>
  upgrading.replace(
    /^## To the next version$/m,
    `## To the next version\n\nNothing yet.\n\n## To ${version}`,
  );
