/**
 * An open transaction of the caller, which only the adapter can use. An adapter without transactions refuses it with
 * FeatureNotSupported.
 */
export type CallerTransaction = object;
