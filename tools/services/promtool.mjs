// node tools/services/promtool.mjs: prints the path of promtool, which checks metrics and rules as Prometheus reads them. It is taken from
// the machine or the cache, or unpacked from the package of Debian, without installing anything.
import { findBinary, programFolders } from './find-binary.mjs';
import { obtain } from './obtain.mjs';

const promtool = {
  name: 'promtool',
  title: 'promtool',
  // The package of the server has the tool in it; what the server depends on is not needed.
  packages: async () => ['prometheus'],
  unneeded: /^(?!prometheus$)/,

  find(root) {
    const server = findBinary(['promtool'], programFolders(root));
    return server && { server };
  },

  version: (text) => /version ([\d.]+)/.exec(text)?.[1],
};

try {
  const { programs } = await obtain(promtool, console.error);
  console.log(programs.server);
} catch (error) {
  console.error(`promtool is missing: ${error.message}`);
  process.exitCode = 1;
}
