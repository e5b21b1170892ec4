import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Image, Video } from '@rangavalli/contracts/entities/product';
import type { ReviewMedia, ReviewMediaKind } from '@rangavalli/contracts/entities/review';
import { MAX_PHOTO_BYTES, MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS } from '@rangavalli/contracts/upload-limits';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { v2 as cloudinary } from 'cloudinary';
import { z } from 'zod';
import type { CatalogConfig } from '../catalog.config.js';

/** A picture as a product stores it. `path` follows `<delivery base>/<cloud>/`, so that the host can move. */
export interface StoredImage {
  public_id: string;
  path: string;
}

/** A video and its poster; paths as of pictures. */
export interface StoredVideo {
  path: string;
  posterPath: string;
}

export interface Upload {
  url: string;
  fields: Record<string, string>;
}

type ResourceType = 'image' | 'video';

const FOLDER = 'rangavalli/products';
const REVIEWS_FOLDER = 'rangavalli/reviews';
/** Never SVG, which may contain scripts. */
const ALLOWED_FORMATS = 'avif,gif,jpg,png,webp';
const TIMEOUT_MS = 10_000;
/** What customers may upload. Phones record in all of these. */
const reviewLimits = {
  photo: { resource: 'image', formats: ['avif', 'jpg', 'png', 'webp'], bytes: MAX_PHOTO_BYTES },
  video: { resource: 'video', formats: ['mp4', 'mov', 'webm'], bytes: MAX_VIDEO_BYTES },
} as const;
/** As Cloudinary's Admin API describes an upload. */
const resource = z.object({
  format: z.string().regex(/^[a-z0-9]{2,5}$/),
  version: z.int().min(1),
  bytes: z.int().min(1),
  duration: z.number().optional(),
});
const destroyResponse = z.object({ result: z.enum(['ok', 'not found']) });
/** Upload responses contain these, regardless of MEDIA_URL. */
const CLOUDINARY_BASES = ['https://res.cloudinary.com', 'http://res.cloudinary.com'];

@Injectable()
export class ImageHost {
  private readonly account: URL;
  private readonly uploadPrefix: string | undefined;
  private readonly bases: string[];

  constructor(@Inject(CONFIG) private readonly config: CatalogConfig) {
    this.account = new URL(config.CLOUDINARY_URL);
    this.uploadPrefix = this.account.searchParams.get('upload_prefix')?.replace(/\/+$/, '') || undefined;
    this.bases = [config.MEDIA_URL, ...(this.uploadPrefix ? [this.uploadPrefix] : []), ...CLOUDINARY_BASES].map(
      (base) => `${base}/${this.account.hostname}/`,
    );
  }

  /** @throws AppError VALIDATION_FAILED for a picture that is not at our image host under its `public_id` */
  toStored(images: readonly Image[]): StoredImage[] {
    const fields: Record<string, string> = {};
    const stored = images.map(({ public_id, url }, index) => {
      const base = this.bases.find((candidate) => url.startsWith(candidate));
      const path = base && url.slice(base.length);
      if (path && isPathOf(path, public_id)) return { public_id, path };
      fields[`images.${index}.url`] = 'not a picture at our image host';
      return { public_id, path: '' };
    });
    if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { details: { fields } });
    return stored;
  }

  toImage({ public_id, path }: StoredImage): Image {
    return { public_id, url: `${this.bases[0]}${path}` };
  }

  /** @throws AppError VALIDATION_FAILED for a video or poster that is not at our image host */
  toStoredVideo({ url, poster }: Video): StoredVideo {
    const [path, posterPath] = [url, poster].map((address) => {
      const base = this.bases.find((candidate) => address.startsWith(candidate));
      const rest = base ? address.slice(base.length) : '';
      return /^(?:image|video)\/upload\/[\w./-]+$/.test(rest) && !rest.includes('..') ? rest : undefined;
    });
    if (path === undefined || posterPath === undefined) {
      const field = path === undefined ? 'video.url' : 'video.poster';
      throw new AppError('VALIDATION_FAILED', { details: { fields: { [field]: 'not at our image host' } } });
    }
    return { path, posterPath };
  }

  toVideo({ path, posterPath }: StoredVideo): Video {
    return { url: `${this.bases[0]}${path}`, poster: `${this.bases[0]}${posterPath}` };
  }

  /** Returns the fields of one upload, valid for one hour: a repetition finds the picture and does not replace it. */
  signUpload(now = Date.now()): Upload {
    const fields = this.sign(
      {
        allowed_formats: ALLOWED_FORMATS,
        folder: FOLDER,
        overwrite: 'false',
        public_id: randomBytes(10).toString('hex'),
      },
      now,
    );
    return { url: this.config.CLOUDINARY_UPLOAD_URL ?? this.apiUrl('upload'), fields };
  }

  /** Returns the public id of one upload for a review, which nobody can guess. @param key of its owner and slot */
  reviewMediaId(key: string, folder = REVIEWS_FOLDER): string {
    const secret = decodeURIComponent(this.account.password);
    return `${folder}/${createHmac('sha256', secret).update(key).digest('hex').slice(0, 32)}`;
  }

  /** Returns the fields of one upload, valid for one hour: another file does not replace the first. */
  signReviewUpload(kind: ReviewMediaKind, publicId: string, now = Date.now()): Upload {
    const { resource: type, formats } = reviewLimits[kind];
    const fields = this.sign({ allowed_formats: formats.join(), overwrite: 'false', public_id: publicId }, now);
    const url = this.config.CLOUDINARY_UPLOAD_URL?.replace(/\/image\/upload$/, `/${type}/upload`);
    return { url: url ?? this.apiUrl('upload', type), fields };
  }

  /**
   * Returns an upload for a review as the image host describes it; a video is played as mp4, which the host makes.
   * @throws AppError VALIDATION_FAILED when it is missing, of another kind, too large or too long; UNAVAILABLE
   */
  async findReviewMedia(kind: ReviewMediaKind, publicId: string): Promise<StoredImage> {
    const { resource: type, formats, bytes } = reviewLimits[kind];
    const { username, password } = this.account;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const response = await fetch(`${this.apiUrl('resources', type)}/upload/${publicId}`, {
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (!response || (!response.ok && response.status !== 404)) throw new AppError('UNAVAILABLE');
    const found = resource.safeParse(await response.json().catch(() => undefined));
    const isAllowed =
      response.ok &&
      found.success &&
      formats.some((format) => format === found.data.format) &&
      found.data.bytes <= bytes &&
      (found.data.duration ?? 0) <= MAX_VIDEO_SECONDS;
    if (!isAllowed)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { [kind]: `not a ${kind} that we can show` } } });
    const format = kind === 'video' ? 'mp4' : found.data.format;
    return { public_id: publicId, path: `${type}/upload/v${found.data.version}/${publicId}.${format}` };
  }

  toReviewMedia({ public_id, path }: StoredImage): ReviewMedia {
    return { public_id, url: `${this.bases[0]}${path}` };
  }

  /** Whether a picture was uploaded for a product; the account has others, such as those of the home page. */
  isProductPicture(publicId: string): boolean {
    return publicId.startsWith(`${FOLDER}/`);
  }

  /** Destroys a file and its cached copies; idempotent. @throws Error when the image host does not confirm it */
  async destroy(publicId: string, type: ResourceType = 'image'): Promise<void> {
    const response = await fetch(this.apiUrl('destroy', type), {
      method: 'POST',
      body: new URLSearchParams(this.sign({ invalidate: 'true', public_id: publicId })),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok || !destroyResponse.safeParse(body).success)
      throw new Error(`The image host did not destroy the file: status ${response.status}`);
  }

  private sign(fields: Record<string, string>, now = Date.now()): Record<string, string> {
    const signed = { ...fields, timestamp: String(Math.floor(now / 1000)) };
    const { username, password } = this.account;
    return cloudinary.utils.sign_request(signed, {
      api_key: decodeURIComponent(username),
      api_secret: decodeURIComponent(password),
      signature_algorithm: 'sha256',
    });
  }

  private apiUrl(action: 'upload' | 'destroy' | 'resources', type: ResourceType = 'image'): string {
    const url = cloudinary.utils.api_url('upload', {
      cloud_name: this.account.hostname,
      resource_type: type,
      ...(this.uploadPrefix ? { upload_prefix: this.uploadPrefix } : {}),
    });
    const end = action === 'resources' ? `/resources/${type}` : `/${type}/${action}`;
    return url.replace(`/${type}/upload`, end);
  }
}

function isPathOf(path: string, publicId: string): boolean {
  const match = /^image\/upload\/(?:v\d+\/)?([^?#]+)\.[a-z0-9]{2,5}$/i.exec(path);
  if (!match?.[1]) return false;
  try {
    return decodeURIComponent(match[1]) === publicId;
  } catch {
    return false;
  }
}
