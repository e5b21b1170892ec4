// No zod: runs in browsers.

/** In lifecycle order; Cancelled is final (specification §4). */
export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const;
