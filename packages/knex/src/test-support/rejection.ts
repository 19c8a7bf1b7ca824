/** What a promise is rejected with, for a closer look. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { readonly code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { readonly code?: string };
  }
  throw new Error('it was expected to be rejected');
}
