/** The command line without options that take one value, each given as `--name value` or `--name=value`. */
export function withoutOptions(argv: readonly string[], names: readonly string[]): readonly string[] {
  const flags = names.map((name) => `--${name}`);
  const end = argv.indexOf('--');
  const limit = end === -1 ? argv.length : end;
  return argv.filter((word, index) => {
    if (index >= limit) return true;
    const isValue = index > 0 && flags.includes(argv[index - 1] ?? '');
    return !isValue && !flags.some((flag) => word === flag || word.startsWith(`${flag}=`));
  });
}
