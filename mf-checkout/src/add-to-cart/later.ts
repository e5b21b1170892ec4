/** What few visits need, in one file: each file costs every page its hash in the remote's entry. */
export { BuyBar } from './BuyBar.js';
export { countInCart } from './count-in-cart.js';
export { PersonalisationFields } from './PersonalisationFields.js';
export { readPersonalisation } from './read-personalisation.js';
