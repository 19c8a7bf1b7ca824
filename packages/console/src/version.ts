/** The version in package.json; a test compares them. Reading the file would slow down each start. */
export const VERSION = '0.1.0';
