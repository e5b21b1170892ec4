// No zod: runs in browsers.

/** `cod`: cash on delivery. `part`: an advance online, the rest in cash. */
export const paymentMethods = ['online', 'cod', 'part'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
