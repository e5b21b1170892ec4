import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { resourceResponse } from './asset.js';
import type { AssetStore } from './asset-store.js';
import type { Config } from './config.js';
import { badRequest, resourceNotFound, unauthorized } from './errors.js';
import { equalSecrets } from './signatures.js';
import { readBody } from './upload-form.js';

const listQuery = z.object({
  prefix: z.string().default(''),
  max_results: z.coerce.number().int().min(1).max(500).default(10),
  next_cursor: z.string().optional(),
});

export function registerAdmin(app: FastifyInstance, { config, store }: { config: Config; store: AssetStore }): void {
  app.addHook<{ Params: { cloud: string } }>('onRequest', async ({ headers, params }) => {
    if (params.cloud !== config.CLOUDINARY_CLOUD_NAME) throw unauthorized(`Invalid cloud_name ${params.cloud}`);
    const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
    const credentials = Buffer.from(encoded, 'base64').toString();
    const isValid = equalSecrets(credentials, `${config.CLOUDINARY_API_KEY}:${config.CLOUDINARY_API_SECRET}`);
    if (scheme?.toLowerCase() !== 'basic' || !isValid) throw unauthorized('Invalid credentials');
  });

  app.get('/v1_1/:cloud/ping', async () => ({ status: 'ok' }));

  for (const path of ['/v1_1/:cloud/resources/image', '/v1_1/:cloud/resources/image/upload']) {
    app.get(path, async ({ query }) => {
      const ids = readPublicIds(query);
      if (ids.length > 0) {
        const assets = ids.flatMap((id) => store.find(id) ?? []);
        return { resources: assets.map((asset) => resourceResponse(asset, config)) };
      }
      const parsed = listQuery.safeParse(query);
      if (!parsed.success) throw badRequest(`Invalid value for parameter ${parsed.error.issues[0]?.path.join('.')}`);
      const { prefix, max_results: limit, next_cursor: cursor = '' } = parsed.data;
      const after = Buffer.from(cursor, 'base64url').toString();
      const rest = store.list(prefix).filter(({ public_id }) => public_id > after);
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return {
        resources: page.map((asset) => resourceResponse(asset, config)),
        ...(last && rest.length > limit ? { next_cursor: Buffer.from(last.public_id).toString('base64url') } : {}),
      };
    });
  }

  app.get<{ Params: { '*': string } }>('/v1_1/:cloud/resources/image/upload/*', async ({ params }) => {
    const asset = store.find(params['*']);
    if (!asset) throw resourceNotFound(params['*']);
    return { ...resourceResponse(asset, config), derived: [] };
  });

  app.delete('/v1_1/:cloud/resources/image/upload', async ({ query, body }) => {
    const ids = [...readPublicIds(query), ...readPublicIds(body)];
    if (ids.length === 0) throw badRequest('Missing required parameter - public_ids');
    const results = await Promise.all(ids.map(async (id) => [id, await store.remove(id)] as const));
    return {
      deleted: Object.fromEntries(results.map(([id, existed]) => [id, existed ? 'deleted' : 'not_found'])),
      deleted_counts: Object.fromEntries(
        results.map(([id, existed]) => [id, { original: Number(existed), derived: 0 }]),
      ),
      partial: false,
    };
  });
}

function readPublicIds(source: unknown): string[] {
  return [readBody(source)['public_ids'] ?? []].flat();
}
