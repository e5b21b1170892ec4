import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** As Cloudinary's Admin API describes an upload. */
interface HostedFile {
  format: string;
  version: number;
  bytes: number;
  duration?: number;
}

/** Cloudinary's calls that describe and destroy an upload. Keys: `<image or video>/<public id>`. */
export interface MediaHost {
  url: string;
  files: Map<string, HostedFile>;
  destroyed: string[];
  stop(): Promise<void>;
}

export async function startMediaHost(): Promise<MediaHost> {
  const files = new Map<string, HostedFile>();
  const destroyed: string[] = [];
  const credentials = `Basic ${Buffer.from('key:secret').toString('base64')}`;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, resource, id] =
        /^\/v1_1\/rangavalli\/resources\/(image|video)\/upload\/(.+)$/.exec(request.url ?? '') ?? [];
      const [, type] = /^\/v1_1\/rangavalli\/(image|video)\/destroy$/.exec(request.url ?? '') ?? [];
      if (type) {
        destroyed.push(`${type}/${new URLSearchParams(body).get('public_id')}`);
        return response.end(JSON.stringify({ result: 'ok' }));
      }
      const file = request.headers.authorization === credentials ? files.get(`${resource}/${id}`) : undefined;
      return response.writeHead(file ? 200 : 404).end(JSON.stringify(file ?? { error: {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    destroyed,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
