const UPLOAD = '/image/upload/';
const WIDTHS = [320, 640, 960, 1440] as const;

/** Address of an image host's picture, `width` pixels wide, in the best format and quality for the browser. */
export function deliveryUrl(url: string, width: number): string {
  return url.replace(UPLOAD, `${UPLOAD}f_auto,q_auto,w_${width}/`);
}

/**
 * `src` and `srcset` of a picture of the image host; an address from elsewhere is used as it is.
 * @param widths in pixels, of the sizes offered to the browser
 */
export function imageSource(url: string, widths: readonly number[] = WIDTHS): { src: string; srcSet?: string } {
  if (!url.includes(UPLOAD)) return { src: url };
  const middle = widths[Math.floor(widths.length / 2)] ?? 640;
  return {
    src: deliveryUrl(url, middle),
    srcSet: widths.map((width) => `${deliveryUrl(url, width)} ${width}w`).join(', '),
  };
}
