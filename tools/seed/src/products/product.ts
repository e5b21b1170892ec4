import type { ClothOrder } from '@rangavalli/loom/cloth';
import type { Silhouette } from '@rangavalli/loom/catalogue';
import type { Category, SareeType, SizeStock } from '@rangavalli/contracts/entities/product';

/** The names under which the shop shows its Trending Collections (specification §2, Footer). */
export const weaves = [
  'Kanchipuram Pattu',
  'Banarasi Silk',
  'Chanderi Cotton',
  'Paithani Weaves',
  'Kalamkari Prints',
  'Ikat Elegance',
  'Patola Splendor',
  'Organza Drapes',
  'Tussar Classics',
] as const;
export type WeaveName = (typeof weaves)[number];

/** One product of the opening stock, with the cloth that the loom draws it in. */
export interface OpeningProduct {
  name: string;
  description: string;
  /** Rupees. */
  price: number;
  category: Category;
  sareeType?: SareeType;
  stock: number;
  sizes: string[];
  /** Of what is sewn before it is sold; a saree has one size, and its blouse is stitched to order. */
  sizeStock?: SizeStock[];
  tags: string[];
  fabric: string;
  weave?: WeaveName;
  colour: string;
  occasion: string;
  silhouette: Silhouette;
  cloth: Omit<ClothOrder, 'seed'>;
}

/** What differs from saree to saree; the group says the rest. `stock` is one number, or one for each size in turn. */
export type Piece = Omit<
  OpeningProduct,
  'category' | 'sareeType' | 'silhouette' | 'stock' | 'sizes' | 'sizeStock' | 'fabric' | 'weave'
> & {
  stock: number | readonly number[];
  sizes?: string[];
  fabric?: string;
  weave?: WeaveName;
  silhouette?: Silhouette;
};

/** Completes pieces that share kind, cloth and sizes. */
export function group(
  common: Pick<OpeningProduct, 'category' | 'sareeType' | 'silhouette' | 'sizes' | 'fabric' | 'weave'>,
  pieces: readonly Piece[],
): OpeningProduct[] {
  return pieces.map(({ stock, ...piece }) => {
    const product = { ...common, ...piece };
    if (typeof stock === 'number') return { ...product, stock };
    const sizeStock = product.sizes.map((size, k) => ({ size, stock: stock[k] ?? 0 }));
    return { ...product, stock: stock.reduce((sum, pieces) => sum + pieces, 0), sizeStock };
  });
}
