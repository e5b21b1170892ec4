import type { Tone } from '@rangavalli/web-kit/ui/Badge';
import { LOW_STOCK } from '../dashboard/low-stock.js';

/** 0 red, below 5 yellow, otherwise green (specification §4). */
export const stockTone = (stock: number): Tone => (stock === 0 ? 'red' : stock < LOW_STOCK ? 'yellow' : 'green');
