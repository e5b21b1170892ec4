import type { Category, SareeType } from '@rangavalli/contracts/entities/product';

// Written out again, because the contracts' lists would bring zod into the browser; the types keep them right.
/** What a product can be. */
export const categories = [
  'saree',
  'kidswear',
  'accessories',
  'family combo',
  'customised combo',
  'pant',
] as const satisfies Category[];

/** What a saree can be. */
export const sareeTypes = ['pattu', 'handloom', 'customised'] as const satisfies SareeType[];
