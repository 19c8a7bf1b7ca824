import { advanceAfterSettling } from './advance-after-settling.js';
import { advanceThenInsert } from './advance-then-insert.js';
import { arrivalCountedTwice } from './arrival-counted-twice.js';
import { arrivalWithoutFence } from './arrival-without-fence.js';
import { attemptsCountedAtFailure } from './attempts-counted-at-failure.js';
import { claimsCountAsStarts } from './claims-count-as-starts.js';
import { completionByStatus } from './completion-by-status.js';
import { completionWithoutFence } from './completion-without-fence.js';
import { insertThenAdvance } from './insert-then-advance.js';
import type { Mutant } from './mutant.js';
import { progressWithoutFence } from './progress-without-fence.js';
import { rescueWithoutReTest } from './rescue-without-re-test.js';
import { startsNotStored } from './starts-not-stored.js';

export const MUTANTS: readonly Mutant[] = [
  completionWithoutFence,
  completionByStatus,
  advanceThenInsert,
  insertThenAdvance,
  rescueWithoutReTest,
  attemptsCountedAtFailure,
  startsNotStored,
  claimsCountAsStarts,
  progressWithoutFence,
  arrivalWithoutFence,
  advanceAfterSettling,
  arrivalCountedTwice,
];
