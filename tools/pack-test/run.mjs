// `npm run pack-test`: the pack test alone, on what is built. `npm run release:check` adds every version of Node.js.
import { packTest } from './index.mjs';

const { passed, failed } = await packTest({ onAllNodes: process.argv.includes('--on-all-nodes') });
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
