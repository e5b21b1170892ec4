/** Specification §9. */
export const CAROUSEL_COUNT = 13;
const CAROUSEL_VISIBLE = 7;

/** Returns -6 to 6 for thirteen pictures. */
export function offsetFrom(centre: number, index: number, count = CAROUSEL_COUNT): number {
  const half = Math.floor(count / 2);
  return ((((index - centre + half) % count) + count) % count) - half;
}

export const isVisible = (offset: number): boolean => Math.abs(offset) <= Math.floor(CAROUSEL_VISIBLE / 2);

export function centreAfterKey(centre: number, key: string, count = CAROUSEL_COUNT): number | undefined {
  if (key === 'ArrowRight') return (centre + 1) % count;
  if (key === 'ArrowLeft') return (centre + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
