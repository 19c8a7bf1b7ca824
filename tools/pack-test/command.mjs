import { execFile } from 'node:child_process';

/** Runs a program and resolves to its standard output; rejects with all of its output when it fails. */
export function run(program, args, cwd, variables = {}) {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      encoding: 'utf8',
      env: { ...strangersEnvironment(), ...variables },
      maxBuffer: 2 ** 26,
    };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`.trim()));
      else resolve(stdout);
    });
  });
}

// `npm test` passes its own settings on to its children; a stranger's npm would not have them.
export function strangersEnvironment() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(lifecycle|package|command|execpath)|^npm_config_(local_prefix|workspace)/i.test(name),
  );
  return Object.fromEntries(inherited);
}
