/** Formats that are delivered. */
export const OUTPUT_FORMATS = ['avif', 'webp', 'jpg', 'png', 'gif'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats that are taken. SVG can carry scripts, so it is never sent on as it is. */
export type SourceFormat = OutputFormat | 'svg';

export const CONTENT_TYPES: Record<OutputFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

/** The format behind a file ending or an `f_` value; undefined for what is not delivered. */
export function outputFormat(name: string): OutputFormat | undefined {
  const lower = name.toLowerCase();
  if (lower === 'jpeg') return 'jpg';
  // An SVG's own address ends so; what comes is its picture in pixels.
  if (lower === 'svg') return 'png';
  return OUTPUT_FORMATS.find((format) => format === lower);
}

/**
 * The best format that a browser takes, by its Accept header: AVIF, then WebP, then what all take.
 * A bare `*` does not count: those who send it do not know the newer formats.
 */
export function negotiate(accept: string | undefined, hasAlpha: boolean): OutputFormat {
  const taken = new Set(
    (accept ?? '')
      .split(',')
      .map((range) => range.trim().toLowerCase())
      .filter((range) => !/;\s*q=0(\.0*)?$/.test(range))
      .map((range) => range.split(';')[0]?.trim()),
  );
  if (taken.has('image/avif')) return 'avif';
  if (taken.has('image/webp')) return 'webp';
  return hasAlpha ? 'png' : 'jpg';
}
