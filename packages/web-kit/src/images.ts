const UPLOAD = '/image/upload/';
/** What is asked for unless told, in pixels. */
export const WIDTHS = [320, 640, 750, 960, 1440] as const;

/**
 * The image host's own choice by what is in the picture. `eco` is a third fewer bytes, for phones in the hand: their pixels are so
 * fine that nobody sees the difference.
 */
export type Quality = 'q_auto' | 'q_auto:eco';

/** As wide as a phone's screen has pixels, two or three to each of CSS: only such screens take this width. */
const PHONE_WIDTH = 750;

/** Address of an image host's picture, `width` pixels wide, in the best format and quality for the browser. */
export function deliveryUrl(
  url: string,
  width: number,
  quality: Quality = width === PHONE_WIDTH ? 'q_auto:eco' : 'q_auto',
): string {
  return url.replace(UPLOAD, `${UPLOAD}f_auto,${quality},w_${width}/`);
}

/**
 * A picture's blurred stand-in while it loads: some hundred bytes, for its place's background. Undefined for an address
 * from elsewhere. As WebP, for at this size AVIF is larger and takes the colour out of it.
 */
export function blurredUrl(url: string): string | undefined {
  return url.includes(UPLOAD) ? url.replace(UPLOAD, `${UPLOAD}w_32/e_blur:20,f_webp,q_90/`) : undefined;
}

/**
 * `src` and `srcset` of a picture of the image host; an address from elsewhere is used as it is.
 * @param widths in pixels, of the sizes offered to the browser
 * @param quality of all of them, where it is not the width's own
 */
export function imageSource(
  url: string,
  widths: readonly number[] = WIDTHS,
  quality?: Quality,
): { src: string; srcSet?: string } {
  if (!url.includes(UPLOAD)) return { src: url };
  const middle = widths[Math.floor(widths.length / 2)] ?? 640;
  return {
    src: deliveryUrl(url, middle, quality),
    srcSet: widths.map((width) => `${deliveryUrl(url, width, quality)} ${width}w`).join(', '),
  };
}
