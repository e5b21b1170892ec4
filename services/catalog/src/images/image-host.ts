import { Inject, Injectable } from '@nestjs/common';
import type { Image } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { v2 as cloudinary } from 'cloudinary';
import type { CatalogConfig } from '../catalog.config.js';

/** A picture as a product stores it. `path` follows `<delivery base>/<cloud>/`, so that the host can move. */
export interface StoredImage {
  public_id: string;
  path: string;
}

export interface Upload {
  url: string;
  fields: Record<string, string>;
}

const FOLDER = 'rangavalli/products';
const UPLOAD_PRESET = 'rangavalli';
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

  /** Returns an upload signed by Cloudinary's SDK, valid for one hour. */
  signUpload(now = Date.now()): Upload {
    const signed = { folder: FOLDER, timestamp: Math.floor(now / 1000), upload_preset: UPLOAD_PRESET };
    const { hostname, username, password } = this.account;
    const signature = cloudinary.utils.api_sign_request(signed, decodeURIComponent(password));
    const account = {
      cloud_name: hostname,
      resource_type: 'image',
      ...(this.uploadPrefix ? { upload_prefix: this.uploadPrefix } : {}),
    };
    const url = this.config.CLOUDINARY_UPLOAD_URL ?? cloudinary.utils.api_url('upload', account);
    const api_key = decodeURIComponent(username);
    return { url, fields: { ...signed, timestamp: String(signed.timestamp), api_key, signature } };
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
