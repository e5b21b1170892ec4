// `npm run bench [-- --products 500]`: requests, checkouts and starts of a store of its own, beside the limit of the machine.
import { measuring } from './checks/measuring.js';

await measuring('bench', 'main.js');
