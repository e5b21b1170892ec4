import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { AddToCartForm } from './AddToCartForm.js';

/** Size, quantity and the way into the cart, for the product page. */
export default function AddToCart({ product }: AddToCartProps) {
  // Another product is another form: no size or message is carried over.
  return <AddToCartForm key={product._id} product={product} />;
}
