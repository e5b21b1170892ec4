import AddToCart from './add-to-cart/AddToCart.js';

export { default } from './routes.js';

/** Rendered by the shell's server inside other remotes' pages: those that `remote.json` lists under `prerender`. */
export const fragments = { AddToCart };
