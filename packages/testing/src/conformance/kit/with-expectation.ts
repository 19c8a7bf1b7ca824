/** Runs a check; what it throws begins with what was expected of whom, and goes on with its own message. */
export async function withExpectation(expectation: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw isError(error) ? explained(error, expectation) : new Error(`${expectation}\n${String(error)}`);
  }
}

/** Runners load assertions outside of the world in which tests run, so that their errors are no instances of its Error. */
function isError(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown;
}

/** The same error, so that runners still find what they show differences of. */
function explained(error: Error, expectation: string): Error {
  const { message, stack } = error;
  error.message = `${expectation}\n${message}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  // Some runners leave out a message that an assertion made up by itself.
  if ('generatedMessage' in error) error.generatedMessage = false;
  return error;
}
