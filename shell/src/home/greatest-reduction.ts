import { call } from '@rangavalli/web-kit/data/api';

/** Returns the greatest reduction of a product that runs now, percent. */
export const loadGreatestReduction = async (): Promise<number> => (await call('GET /offers/running')).maxPercent;
