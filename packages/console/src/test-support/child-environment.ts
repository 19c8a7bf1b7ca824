/** For child processes of tests: nx asks for colours by FORCE_COLOR, which would stand between words. */
export const childEnvironment: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '' };
delete childEnvironment['NO_COLOR'];
