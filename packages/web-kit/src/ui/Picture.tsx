import { useState } from 'react';
import { classNames } from '../class-names.js';
import { imageSource } from '../images.js';
import css from './Picture.module.css';

interface PictureProps {
  /** Address at the image host; a woven ground stands in where there is none or it cannot be loaded. */
  url: string | undefined;
  alt: string;
  /** The `sizes` attribute: how wide it stands on the page. */
  sizes: string;
  /** Width to height, as CSS writes it: '3 / 4'. Kept while it loads. */
  ratio?: string;
  /** In pixels; what the image host is asked for. */
  widths?: readonly number[];
  /** Among the first things seen: loaded at once. */
  eager?: boolean;
  className?: string | undefined;
}

/** A picture of the image host in the width and format that fit, with its place kept. */
export function Picture({ url, alt, sizes, ratio, widths, eager = false, className }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={classNames(css.picture, className)} style={ratio ? { aspectRatio: ratio } : undefined}>
      {url && failed !== url && (
        <img
          {...imageSource(url, widths)}
          sizes={sizes}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailed(url)}
        />
      )}
      {(!url || failed === url) && <span className={css.absent} {...(alt ? { role: 'img', 'aria-label': alt } : {})} />}
    </span>
  );
}
