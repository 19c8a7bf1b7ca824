import { fault as killStorm } from './kill-storm.mjs';

/** All faults, in the order of the matrix. Each file exports one `fault`; the README says what it consists of. */
export const faults = [killStorm];
