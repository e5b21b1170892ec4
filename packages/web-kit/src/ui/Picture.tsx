import { useState } from 'react';
import { classNames } from '../dom/class-names.js';
import { blurredUrl, imageSource, WIDTHS } from '../format/images.js';
import { isServedPage } from '../data/served-data.js';
import css from './Picture.module.css';

interface PictureProps {
  url: string | undefined;
  alt: string;
  sizes: string;
  /** '3 / 4'; reserved while loading. */
  ratio?: string;
  widths?: readonly number[];
  /** For the largest picture of the first view. */
  eager?: boolean;
  className?: string | undefined;
}

/** They load as fast as their placeholder, px. */
const MAX_WIDTH_WITHOUT_PLACEHOLDER = 320;

/** On a server-rendered page placeholders would only delay the pictures. */
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
          // The picture may have loaded before hydration.
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
