/** The answer to a request with an idempotency key, which a repeated request gets again. */
export interface IdempotentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent, so that numbers keep their digits. Null: there was none. */
  readonly body: string | null;
}
