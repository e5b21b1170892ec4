/** Repeats MAX_COUNT of the contracts, which would bring zod into the browser: the server counts no further. */
const MAX_COUNT = 1_000;

/** Formats a count of the server: '1,000+' where it stopped counting. */
export const formatCount = (count: number): string =>
  `${Math.min(count, MAX_COUNT).toLocaleString('en-IN')}${count >= MAX_COUNT ? '+' : ''}`;
