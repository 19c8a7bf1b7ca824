import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { context, type TracerProvider } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';

type Value = { readonly stringValue?: string; readonly intValue?: number };

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events: readonly { readonly name: string }[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface Wire {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** A span as it came out of the process. */
export interface ReceivedSpan extends Omit<WireSpan, 'attributes' | 'parentSpanId'> {
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

export interface OtlpSink {
  readonly tracerProvider: TracerProvider;
  /** All spans so far, in the order of their names. */
  spans(): Promise<readonly ReceivedSpan[]>;
  close(): Promise<void>;
}

/** A collector that speaks OTLP over HTTP, and a provider that exports to it. */
export async function otlpSink(): Promise<OtlpSink> {
  const received: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as Wire));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const processor = new BatchSpanProcessor(exporterTo(url));
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    tracerProvider,
    spans: async () => {
      await processor.forceFlush();
      return [...received].sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    close: async () => {
      await tracerProvider.shutdown();
      context.disable();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the HTTP exporter of OpenTelemetry sends. That one loads its client by `import()`, which Jest cannot do in CommonJS. */
function exporterTo(url: string): SpanExporter {
  const headers = { 'content-type': 'application/json' };
  return {
    export: (spans, done) => {
      const body = Buffer.from(JsonTraceSerializer.serializeRequest([...spans]) ?? []);
      fetch(url, { method: 'POST', headers, body }).then(
        () => done({ code: 0 }),
        (error: Error) => done({ code: 1, error }),
      );
    },
    shutdown: () => Promise.resolve(),
  };
}

function spansOf({ resourceSpans }: Wire): readonly ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, parentSpanId, ...span }) => ({
      ...span,
      parentSpanId: parentSpanId ?? null,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
      ),
    }));
}
