import type { Product } from '@rangavalli/contracts/entities/product';

/** Returns the product as schema.org data for an origin of the shop. */
type Describe = (product: Product) => (origin: string) => object;

let describe: Describe | undefined;

/** Called by the server's bundle only, so that browsers do not load what search engines read. */
export function provideStructuredData(provided: Describe): void {
  describe = provided;
}

/** Undefined in browsers. */
export const structuredDataOf = (product: Product): ((origin: string) => object) | undefined => describe?.(product);
