import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix = 'order' | 'pay' | 'rfnd' | 'card' | 'evt' | 'dlv' | 'acc';

/** A Razorpay id: the entity's prefix and 14 base-62 characters. */
export function newId(prefix: IdPrefix): string {
  const characters = Array.from({ length: 14 }, () => BASE62[randomInt(BASE62.length)]);
  return `${prefix}_${characters.join('')}`;
}

/** Now, as Razorpay writes times: whole Unix seconds. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
