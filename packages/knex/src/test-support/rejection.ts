/** The error with which a promise is rejected. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { readonly code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { readonly code?: string };
  }
  throw new Error('the promise was expected to be rejected');
}
