import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROMETHEUS_CONTENT_TYPE } from './prometheus-text.js';
import type { ProcessMetrics } from './create-metrics.js';

/**
 * A listener for a server of `node:http` that answers `GET /metrics`, for programs without an API. It asks nobody who he is: let it listen
 * where only Prometheus gets to.
 *
 * @example
 * createServer(metricsListener(metrics)).listen(9464, '127.0.0.1');
 */
export function metricsListener(
  metrics: Pick<ProcessMetrics, 'prometheus'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method, url = '' } = request;
    if (url.split('?')[0] !== '/metrics') return end(response, 404);
    if (method !== 'GET' && method !== 'HEAD') return end(response, 405);
    metrics.prometheus().then(
      (text) => {
        response.setHeader('content-type', PROMETHEUS_CONTENT_TYPE);
        response.end(text);
      },
      () => end(response, 500),
    );
  };
}

function end(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
