/** The steps of a run: each prints that it begins, how it ended, and what it had to say if that matters. */
export class Steps {
  #total = { passed: 0, failed: 0, skipped: 0 };
  #broken = [];

  /** Adds to the counts of the last line. */
  add({ passed, failed, skipped = 0 }) {
    this.#total.passed += passed;
    this.#total.failed += failed;
    this.#total.skipped += skipped;
  }

  /**
   * A step beside which others may run. It resolves to whether it succeeded; what it printed is shown if it did not, or if it is short.
   *
   * @param check resolves to a boolean, or to `{ succeeded, output }` of a program
   */
  run(name, check) {
    return this.#step(name, async () => {
      const answer = await check();
      const { succeeded, output } = typeof answer === 'object' ? answer : { succeeded: answer, output: '' };
      return {
        succeeded,
        output: succeeded && output.split('\n').length > MOST_LINES ? '' : output.trimEnd(),
      };
    });
  }

  /** A step that prints while it works. */
  runShown(name, check) {
    return this.#step(name, async () => ({ succeeded: await check(), output: '' }));
  }

  finish(notRun) {
    for (const line of notRun) console.log(`\n✘ NOT RUN: ${line}`);
    if (this.#broken.length > 0) console.log(`\nFailed: ${this.#broken.join(', ')}.`);
    const { passed, failed, skipped } = this.#total;
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    process.exitCode = this.#broken.length > 0 ? 1 : 0;
  }

  async #step(name, check) {
    const started = performance.now();
    console.log(`▶ ${name} …`);
    const failedBefore = this.#total.failed;
    const { succeeded, output } = await guarded(check);
    if (output !== '') console.log(output);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${succeeded ? '✔' : '✘'} ${name} (${seconds} s)`);
    if (!succeeded) {
      this.#broken.push(name);
      // A step that breaks without a failed test counts as one failure, so that `0 failed` means what it says.
      if (this.#total.failed === failedBefore) this.#total.failed += 1;
    }
    return succeeded;
  }
}

const MOST_LINES = 12;

/** A check that throws has failed like any other: the run goes on to its last line. */
async function guarded(check) {
  try {
    return await check();
  } catch (error) {
    return { succeeded: false, output: error.message };
  }
}
