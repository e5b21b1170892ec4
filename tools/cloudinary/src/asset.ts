import { z } from 'zod';
import type { Config } from './config.js';
import { sign } from './signatures.js';

export const assetSchema = z.object({
  asset_id: z.string(),
  public_id: z.string(),
  /** Unix seconds; grows with every overwrite, so that a new picture has a new URL. */
  version: z.number().int(),
  version_id: z.string(),
  /** Pixels, with the EXIF orientation applied. */
  width: z.number().int(),
  height: z.number().int(),
  format: z.enum(['avif', 'webp', 'jpg', 'png', 'gif', 'svg', 'mp4', 'mov', 'webm']),
  /** Of videos, seconds. */
  duration: z.number().optional(),
  has_alpha: z.boolean(),
  created_at: z.string(),
  tags: z.array(z.string()),
  bytes: z.number().int(),
  etag: z.string(),
  folder: z.string(),
  original_filename: z.string(),
});
export type Asset = z.infer<typeof assetSchema>;

export function resourceResponse(
  asset: Asset,
  config: Config,
  type: 'image' | 'video' = 'image',
): Record<string, unknown> {
  const { has_alpha: _, ...rest } = asset;
  const path = asset.public_id.split('/').map(encodeURIComponent).join('/');
  const base = config.PUBLIC_DELIVERY_URL ?? `http://localhost:${config.PORT}`;
  const url = `${base}/${config.CLOUDINARY_CLOUD_NAME}/${type}/upload/v${asset.version}/${path}.${asset.format}`;
  return {
    ...rest,
    resource_type: type,
    type: 'upload',
    access_mode: 'public',
    asset_folder: asset.folder,
    display_name: asset.public_id.split('/').at(-1),
    url,
    secure_url: url,
  };
}

/** Returns an asset as the Upload API does, signed so that clients can verify the response. */
export function uploadResponse(
  asset: Asset,
  config: Config,
  type: 'image' | 'video' = 'image',
): Record<string, unknown> {
  const signed = { public_id: asset.public_id, version: String(asset.version) };
  return {
    ...resourceResponse(asset, config, type),
    signature: sign(signed, config.CLOUDINARY_API_SECRET),
    placeholder: false,
  };
}
