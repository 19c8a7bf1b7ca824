// `npm run pack-test`: the pack test alone, on what is built.
import { packTest } from './index.mjs';

const { passed, failed } = await packTest();
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
