import { createHmac } from 'node:crypto';

/** The signature of a webhook: of its time and its body, so that neither can be changed and an old request cannot be sent again unnoticed. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
