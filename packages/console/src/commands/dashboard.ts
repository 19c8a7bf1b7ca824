import { Serve } from './serve.js';

/** `serve` by the name that people look for. */
export class Dashboard extends Serve {
  override readonly name = 'dashboard';
  override readonly description =
    'Serve the dashboard and its API until stopped, and print the address that signs in';
  override readonly help = `It is what serve does. Open the printed address in a browser of this machine: it carries the token, which the page erases from it at once.

Examples:
  scheduler dashboard
  scheduler dashboard --work --port 4000
  scheduler dashboard --read-only --api-keys --host 0.0.0.0`;
}
