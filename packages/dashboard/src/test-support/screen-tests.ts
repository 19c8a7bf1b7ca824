import { CHROMIUM } from './browser.js';

const IS_LEFT_OUT = process.env['SCHEDULER_TEST_WITHOUT']?.split(',').includes('chromium') === true;
const IS_CI = (process.env['CI'] ?? '') !== '' && process.env['CI'] !== 'false';

/** Tests that need Chromium. Where there is none they are skipped, except in CI, where that is a failure. */
export const SCREEN_TESTS: jest.Describe =
  (CHROMIUM === undefined && !IS_CI) || IS_LEFT_OUT ? describe.skip : describe;
