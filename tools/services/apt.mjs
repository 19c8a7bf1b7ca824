import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from './find-binary.mjs';
import { runProgram } from './processes.mjs';

/**
 * Downloads Debian packages and unpacks them into a folder. Nothing is installed into the system, no service starts,
 * and it does not need root. It uses the package lists of the system, or fetches its own where these are missing or too old.
 */
export class Apt {
  static #shared;
  #options = ['-q', '-o', 'APT::Sandbox::User=root', '-o', 'Debug::NoLocking=1'];
  #privateLists = false;

  static shared() {
    return (this.#shared ??= new Apt());
  }

  /** Unpacks the packages of a service that the machine lacks into the folder `tree`, which is created when it is complete. */
  async extract(service, tree) {
    mkdirSync(dirname(tree), { recursive: true });
    const work = mkdtempSync(join(dirname(tree), 'work-'));
    try {
      await this.#download(service, work);
      for (const file of namesIn(work).filter((name) => name.endsWith('.deb'))) {
        await runProgram(['dpkg-deb', '-x', join(work, file), join(work, 'tree')]);
      }
      chmodSync(join(work, 'tree'), 0o755);
      rmSync(tree, { recursive: true, force: true });
      renameSync(join(work, 'tree'), tree);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }

  async #download(service, work) {
    const attempt = async () => {
      const packages = await this.#closure(await service.packages(this), service.unneeded);
      await this.#run(['apt-get', 'download', ...packages], work);
    };
    try {
      await attempt();
    } catch (error) {
      if (this.#privateLists) throw error;
      await this.#fetchLists(dirname(work));
      await attempt();
    }
  }

  /** The direct dependencies of a package. */
  async dependencies(name) {
    const output = await this.#run(['apt-cache', 'depends', name]);
    return [...output.matchAll(/^\s*Depends: (\S+)/gm)].map(([, dependency]) => dependency);
  }

  // The packages and the dependencies that apt would install with them on this machine.
  async #closure(packages, unneeded) {
    const plan = await this.#run([
      'apt-get',
      'install',
      '--simulate',
      '--no-install-recommends',
      ...packages,
    ]);
    const added = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    return [...new Set([...packages, ...added.filter((name) => !unneeded.test(name))])];
  }

  async #fetchLists(folder) {
    const lists = join(folder, 'apt');
    mkdirSync(join(lists, 'lists/partial'), { recursive: true });
    mkdirSync(join(lists, 'cache/archives/partial'), { recursive: true });
    this.#options.push(
      '-o',
      `Dir::State::lists=${join(lists, 'lists')}`,
      '-o',
      `Dir::Cache=${join(lists, 'cache')}`,
    );
    this.#privateLists = true;
    await this.#run(['apt-get', 'update']);
  }

  #run([program, ...args], cwd) {
    return runProgram([program, ...this.#options, ...args], { cwd });
  }
}
