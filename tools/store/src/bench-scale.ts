// `npm run bench:scale`: how the figures grow from a thousand to a hundred thousand products.
import { measuring } from './checks/measuring.js';

await measuring('bench-scale', 'scale.js');
