import { useState } from 'react';
import { classNames } from '../dom/class-names.js';
import { blurredUrl, imageSource, WIDTHS } from '../format/images.js';
import { isServedPage } from '../data/served-data.js';
import css from './Picture.module.css';

interface PictureProps {
  /** Address at the image host; a woven background replaces a missing picture. */
  url: string | undefined;
  alt: string;
  sizes: string;
  /** CSS aspect ratio: '3 / 4'. Reserved while the picture loads. */
  ratio?: string;
  /** Offered widths, pixels. */
  widths?: readonly number[];
  /** For the largest picture of the first view: loaded with high priority. */
  eager?: boolean;
  className?: string | undefined;
}

/** Pictures up to this width load as fast as their placeholder would, pixels. */
const MAX_WIDTH_WITHOUT_PLACEHOLDER = 320;

/**
 * A responsive picture of the image host with a blurred placeholder while it loads. A server-rendered page has no
 * placeholders: they would only delay its pictures.
 */
export function Picture({ url, alt, sizes, ratio, widths = WIDTHS, eager = false, className }: PictureProps) {
  const [hasPlaceholder] = useState(() => !isServedPage());
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  const blurred =
    hasPlaceholder && url && loaded !== url && failed !== url && Math.max(...widths) > MAX_WIDTH_WITHOUT_PLACEHOLDER
      ? blurredUrl(url)
      : undefined;
  const look = {
    ...(ratio ? { aspectRatio: ratio } : {}),
    ...(blurred ? { backgroundImage: `url("${blurred.replaceAll(/["\\\s]/g, encodeURIComponent)}")` } : {}),
  };
  return (
    <span className={classNames(css.picture, className)} style={look}>
      {url && failed !== url && (
        <img
          {...imageSource(url, widths)}
          sizes={sizes}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding={eager ? 'sync' : 'async'}
          // A server-rendered picture may have loaded before hydration.
          ref={(img) => {
            if (hasPlaceholder && img?.complete && img.naturalWidth > 0) setLoaded(url);
          }}
          onLoad={() => hasPlaceholder && setLoaded(url)}
          onError={() => setFailed(url)}
        />
      )}
      {(!url || failed === url) && <span className={css.absent} {...(alt ? { role: 'img', 'aria-label': alt } : {})} />}
    </span>
  );
}
