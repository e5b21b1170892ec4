import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { AddToCartForm } from './AddToCartForm.js';

export default function AddToCart({ product }: AddToCartProps) {
  // Another product is another form: no size or message is carried over.
  return <AddToCartForm key={product._id} product={product} />;
}
