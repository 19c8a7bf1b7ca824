// `npm run release -- version 1.4.0 | check [tag] | notes 1.4.0 | sbom <file> | publish`: see CONTRIBUTING.md.
import { release } from './commands.mjs';

try {
  await release(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
