/** As in package.json; a test holds them together. Reading the file would cost each start. */
export const VERSION = '0.1.0';
