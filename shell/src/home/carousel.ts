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
