import { z } from 'zod';
import type { Config } from './config.js';
import { sign } from './signatures.js';

/** An uploaded picture, as it is kept beside its bytes. */
export const assetSchema = z.object({
  asset_id: z.string(),
  public_id: z.string(),
  /** Seconds since 1970; grows with every overwrite, so that a new picture has a new address. */
  version: z.number().int(),
  version_id: z.string(),
  /** Pixels, after the camera's orientation is applied. */
  width: z.number().int(),
  height: z.number().int(),
  format: z.enum(['avif', 'webp', 'jpg', 'png', 'gif', 'svg']),
  has_alpha: z.boolean(),
  created_at: z.string(),
  tags: z.array(z.string()),
  bytes: z.number().int(),
  /** MD5 of the bytes. */
  etag: z.string(),
  folder: z.string(),
  original_filename: z.string(),
});
export type Asset = z.infer<typeof assetSchema>;

/** The address of the picture as it was uploaded. */
export function deliveryUrl({ public_id, version, format }: Asset, config: Config): string {
  const path = public_id.split('/').map(encodeURIComponent).join('/');
  const base = config.PUBLIC_DELIVERY_URL ?? `http://localhost:${config.PORT}`;
  return `${base}/${config.CLOUDINARY_CLOUD_NAME}/image/upload/v${version}/${path}.${format}`;
}

/** What Cloudinary's Admin API tells of an asset. */
export function resourceAnswer(asset: Asset, config: Config): Record<string, unknown> {
  const { has_alpha: _, ...told } = asset;
  const url = deliveryUrl(asset, config);
  return {
    ...told,
    resource_type: 'image',
    type: 'upload',
    access_mode: 'public',
    asset_folder: asset.folder,
    display_name: asset.public_id.split('/').at(-1),
    url,
    secure_url: url,
  };
}

/** What an upload answers: the asset, signed so that a client can prove that it is Cloudinary's answer. */
export function uploadAnswer(asset: Asset, config: Config): Record<string, unknown> {
  const proof = { public_id: asset.public_id, version: String(asset.version) };
  return {
    ...resourceAnswer(asset, config),
    signature: sign(proof, config.CLOUDINARY_API_SECRET),
    placeholder: false,
  };
}
