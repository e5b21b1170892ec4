/** Thirteen pictures, seven of them visible (specification §9). */
export const CAROUSEL_COUNT = 13;
export const CAROUSEL_VISIBLE = 7;

/** How many places `index` stands from `centre` around the ring, -6 to 6 for thirteen. */
export function offsetFrom(centre: number, index: number, count = CAROUSEL_COUNT): number {
  const half = Math.floor(count / 2);
  return ((((index - centre + half) % count) + count) % count) - half;
}

/** Whether a picture at this offset is among the visible ones. */
export const isVisible = (offset: number): boolean => Math.abs(offset) <= Math.floor(CAROUSEL_VISIBLE / 2);

/** Which picture a key brings to the centre: the arrows go around the ring, Home and End to its first and last. */
export function centreAfterKey(centre: number, key: string, count = CAROUSEL_COUNT): number | undefined {
  if (key === 'ArrowRight') return (centre + 1) % count;
  if (key === 'ArrowLeft') return (centre + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
