/** The hard limits of product code. Lint and `npm run shape` both read them here, and CONTRIBUTING.md names them. */
export const limits = { fileLines: 300, functionLines: 60, parameters: 4 };

/** Below `src`: files that a program writes are as long as what they list. */
export const generatedFolder = 'generated/';
