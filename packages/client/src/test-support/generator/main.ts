import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './files.js';
import { readDocument } from './read-document.js';

/** Writes the generated part of the client anew: `npm run generate-client`. */
async function main(): Promise<void> {
  const files = Object.entries(generatedFiles(await readDocument()));
  for (const [name, text] of files) writeFileSync(join(__dirname, '../../generated', name), text);
  console.log(files.map(([name, text]) => `${name}: ${text.split('\n').length - 1} lines`).join('\n'));
}

void main();
