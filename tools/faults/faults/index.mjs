import { fault as blockedLoop } from './blocked-loop.mjs';
import { fault as clockSkew } from './clock-skew.mjs';
import { fault as corruptRows } from './corrupt-rows.mjs';
import { fault as ignoresAbort } from './ignores-abort.mjs';
import { fault as killStorm } from './kill-storm.mjs';
import { fault as poison } from './poison.mjs';
import { fault as rollingRestart } from './rolling-restart.mjs';
import { fault as tickDeath } from './tick-death.mjs';
import { fault as zombie } from './zombie.mjs';

/** All faults, in the order of the matrix. Each file exports one `fault`; the README says what it consists of. */
export const faults = [
  killStorm,
  zombie,
  tickDeath,
  clockSkew,
  blockedLoop,
  ignoresAbort,
  poison,
  corruptRows,
  rollingRestart,
];
