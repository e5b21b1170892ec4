import { useState } from 'react';
import { classNames } from '../class-names.js';
import { blurredUrl, imageSource, WIDTHS } from '../images.js';
import { isServedPage } from '../served-data.js';
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
  /** The largest thing that is seen first: loaded at once and before others. */
  eager?: boolean;
  className?: string | undefined;
}

/** A picture no wider than this is there about as soon as a stand-in would be. */
const SMALL = 320;

/**
 * A picture of the image host in the width and format that fit, with its place kept; a blurred one stands there while it loads.
 * On the first page, whose pictures come with its HTML, stand-ins would only be in their way.
 */
export function Picture({ url, alt, sizes, ratio, widths = WIDTHS, eager = false, className }: PictureProps) {
  const [standIns] = useState(() => !isServedPage());
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  const blurred =
    standIns && url && loaded !== url && failed !== url && Math.max(...widths) > SMALL ? blurredUrl(url) : undefined;
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
          // Seen with the words around it, and not a frame later.
          decoding={eager ? 'sync' : 'async'}
          // What the server rendered may be there before anybody listens.
          ref={(img) => {
            if (standIns && img?.complete && img.naturalWidth > 0) setLoaded(url);
          }}
          onLoad={() => standIns && setLoaded(url)}
          onError={() => setFailed(url)}
        />
      )}
      {(!url || failed === url) && <span className={css.absent} {...(alt ? { role: 'img', 'aria-label': alt } : {})} />}
    </span>
  );
}
