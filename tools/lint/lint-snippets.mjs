// Reads [{ file, code }, …] as JSON from standard input and prints for each the rules that it breaks, as if it stood in
// that file: [[{ rule, message }, …], …]. A program of its own, because jest cannot load the ESM configuration.
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const rulesUnderTest =
  /^(@nx\/enforce-module-boundaries|no-restricted-.*|max-.*|workspace\/.*|@typescript-eslint\/no-(explicit-any|non-null-assertion))$/;

// The working directory is that of a project, as nx has it.
const eslint = new ESLint({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => rulesUnderTest.test(ruleId),
});

const snippets = JSON.parse((await process.stdin.toArray()).join(''));
const broken = [];
for (const { file, code } of snippets) {
  const [result] = await eslint.lintText(code, {
    filePath: fileURLToPath(new URL(`../../${file}`, import.meta.url)),
  });
  broken.push(result.messages.map(({ ruleId, message }) => ({ rule: ruleId ?? message, message })));
}
console.log(JSON.stringify(broken));
