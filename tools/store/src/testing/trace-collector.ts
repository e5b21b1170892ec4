import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Span {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string } }[];
  links?: { traceId: string; spanId: string }[];
}
interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

/** A collector of OTLP over HTTP in JSON. */
export class Collector {
  readonly spans: Span[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const collector = new Collector(
      createServer((request, response) => {
        const bytes: Buffer[] = [];
        request
          .on('data', (part: Buffer) => bytes.push(part))
          .on('end', () => {
            if (request.url === '/v1/traces') collector.take(JSON.parse(Buffer.concat(bytes).toString()) as Sent);
            response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
          });
      }),
    );
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Returns the span and its ancestors as `service: name`. */
  pathOf(span: Span | undefined): string[] {
    return span
      ? [
          `${span.service}: ${span.name}`,
          ...this.pathOf(
            this.spans.find(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId),
          ),
        ]
      : [];
  }

  private take({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
