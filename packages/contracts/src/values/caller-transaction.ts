/**
 * The caller's own open transaction, opaque to everybody but the adapter that understands it. An adapter without transactions
 * refuses it with FeatureNotSupported.
 */
export type CallerTransaction = object;
