import AddToCart from './add-to-cart/AddToCart.js';
import { PersonalisationFields } from './add-to-cart/PersonalisationFields.js';

export { default } from './routes.js';

/** Rendered by the shell's server: those that `remote.json` lists under `prerender`, and what they load lazily. */
export const fragments = { AddToCart, PersonalisationFields };
