// `npm run pack-test`: the pack test alone, on what is built. `npm run release:check` adds every version of Node.js.
import { startServices } from '@scheduler/services';
import { packTest } from './index.mjs';

const servers = await startServices({ names: ['postgres'], required: false, log: console.log });
const { passed, failed } = await packTest({
  onAllNodes: process.argv.includes('--on-all-nodes'),
  postgres: servers.urls.postgres,
});
await servers.stop();
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
