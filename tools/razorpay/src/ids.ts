const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix = 'order' | 'pay' | 'rfnd' | 'card' | 'evt' | 'dlv' | 'acc';

/** A Razorpay id: the entity's prefix and 14 base-62 characters. Nothing hangs on its being hard to guess. */
export function newId(prefix: IdPrefix): string {
  let id = `${prefix}_`;
  for (let left = 14; left > 0; left -= 1) id += BASE62[Math.floor(Math.random() * BASE62.length)];
  return id;
}

/** Now, as Razorpay writes times: whole Unix seconds. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
