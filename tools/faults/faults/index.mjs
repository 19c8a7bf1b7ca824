import { fault as blockedLoop } from './blocked-loop.mjs';
import { fault as clockSkew } from './clock-skew.mjs';
import { fault as corruptRows } from './corrupt-rows.mjs';
import { fault as databaseCrash } from './database-crash.mjs';
import { fault as frozenTransaction } from './frozen-transaction.mjs';
import { fault as diskFull } from './disk-full.mjs';
import { fault as flushall } from './flushall.mjs';
import { fault as halfOpen } from './half-open.mjs';
import { fault as ignoresAbort } from './ignores-abort.mjs';
import { fault as killStorm } from './kill-storm.mjs';
import { fault as latency } from './latency.mjs';
import { fault as lostReply } from './lost-reply.mjs';
import { fault as mapCrash } from './map-crash.mjs';
import { fault as poison } from './poison.mjs';
import { fault as readOnly } from './read-only.mjs';
import { fault as redisCrash } from './redis-crash.mjs';
import { fault as redisFull } from './redis-full.mjs';
import { fault as rollingRestart } from './rolling-restart.mjs';
import { fault as sessionLoss } from './session-loss.mjs';
import { fault as staleReplica } from './stale-replica.mjs';
import { fault as tickDeath } from './tick-death.mjs';
import { fault as workflowStorm } from './workflow-storm.mjs';
import { fault as zombie } from './zombie.mjs';

/** All faults, in the order of the matrix. Each file exports one `fault`; the README describes its properties. */
export const faults = [
  killStorm,
  zombie,
  frozenTransaction,
  tickDeath,
  databaseCrash,
  halfOpen,
  lostReply,
  latency,
  sessionLoss,
  redisCrash,
  flushall,
  redisFull,
  staleReplica,
  clockSkew,
  blockedLoop,
  ignoresAbort,
  poison,
  corruptRows,
  diskFull,
  readOnly,
  rollingRestart,
  workflowStorm,
  mapCrash,
];
