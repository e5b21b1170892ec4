import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Image, Video } from '@rangavalli/contracts/entities/product';
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

const FOLDER = 'rangavalli/products';
/** Never SVG, which may contain scripts. */
const ALLOWED_FORMATS = 'avif,gif,jpg,png,webp';
const DESTROY_TIMEOUT_MS = 10_000;
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

  /** Whether a picture was uploaded for a product; the account has others, such as those of the home page. */
  isProductPicture(publicId: string): boolean {
    return publicId.startsWith(`${FOLDER}/`);
  }

  /** Destroys a picture and its cached copies; idempotent. @throws Error when the image host does not confirm it */
  async destroy(publicId: string): Promise<void> {
    const response = await fetch(this.apiUrl('destroy'), {
      method: 'POST',
      body: new URLSearchParams(this.sign({ invalidate: 'true', public_id: publicId })),
      redirect: 'error',
      signal: AbortSignal.timeout(DESTROY_TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok || !destroyResponse.safeParse(body).success)
      throw new Error(`The image host did not destroy the picture: status ${response.status}`);
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

  private apiUrl(action: 'upload' | 'destroy'): string {
    return cloudinary.utils.api_url(action, {
      cloud_name: this.account.hostname,
      resource_type: 'image',
      ...(this.uploadPrefix ? { upload_prefix: this.uploadPrefix } : {}),
    });
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
