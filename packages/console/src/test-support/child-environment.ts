/** The environment for child processes of tests. nx sets FORCE_COLOR, whose escape sequences would break the expected output. */
export const childEnvironment: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '' };
delete childEnvironment['NO_COLOR'];
