import { useState } from 'react';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { readCounts, sumOf, typedCounts, type TypedCounts } from '../products/size-stock.js';
import { listOf } from './read-form.js';

/** The stock of the form's product: one number, or one for each size. */
export interface Stock {
  /** The field "Sizes" as it is typed. */
  sizesText: string;
  sizes: string[];
  /** What stands in the field "Stock": typed, or the sum of the sizes. */
  text: string;
  typed: TypedCounts;
  /** The pieces of each size while they are counted by size. */
  counted: SizeStock[] | undefined;
  typeSizes: (text: string) => void;
  typeStock: (text: string) => void;
  typeCount: (size: string, text: string) => void;
  countBySize: (on: boolean) => void;
}

/** Keeps what is typed about stock and sizes. A size that is taken out and given again has its number still. */
export function useStock(product: Product | undefined): Stock {
  const [sizesText, setSizesText] = useState(product?.sizes.join(', ') ?? '');
  const [single, setSingle] = useState(product ? String(product.stock) : '');
  const [typed, setTyped] = useState(() => typedCounts(product?.sizeStock));
  const [on, setOn] = useState(Boolean(product?.sizeStock?.length));
  const sizes = [...new Set(listOf(sizesText))];
  const counted = on && sizes.length > 0 ? readCounts(sizes, typed) : undefined;
  return {
    sizesText,
    sizes,
    text: counted ? String(sumOf(counted)) : single,
    typed,
    counted,
    typeSizes: setSizesText,
    typeStock: setSingle,
    typeCount: (size, text) => setTyped((old) => ({ ...old, [size]: text })),
    countBySize: (next) => {
      setOn(next);
      // Back to one number: the pieces that were counted are still there.
      if (counted && counted.some(({ size }) => typed[size])) setSingle(String(sumOf(counted)));
    },
  };
}
