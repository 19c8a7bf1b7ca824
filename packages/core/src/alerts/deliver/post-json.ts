import { JobResult } from '@scheduler/contracts';

interface PostJson {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const SHOWN = 200;
/** Nothing would change if it were sent again as it is, except for these. */
const WORTH_A_RETRY: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** A receiver of alerts did not accept a request. The address is not part of the message, since it may be a secret. */
export class AlertRefused extends Error {
  readonly code = 'ALERT_REFUSED';

  constructor(
    /** The status of the answer. */
    readonly answered: number,
    answer: string,
  ) {
    super(`the receiver answered ${answered}${answer === '' ? '' : `: ${answer}`}`);
    this.name = 'AlertRefused';
  }
}

/** Posts JSON. Redirects are not followed: a receiver must not send secrets on to wherever it likes. */
export async function postJson({ url, body, headers = {}, signal }: PostJson): Promise<JobResult> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal,
  });
  const answer = (await response.text()).slice(0, SHOWN);
  if (response.ok) return JobResult.success({ status: response.status });
  const error = new AlertRefused(response.status, answer);
  const { status } = response;
  if (status < 400 || status >= 500 || WORTH_A_RETRY.has(status)) throw error;
  return JobResult.failure({ error, retry: false });
}
