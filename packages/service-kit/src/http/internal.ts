import { SetMetadata } from '@nestjs/common';

export const INTERNAL_KEY = 'rangavalli:internal';

/** Marks routes that are not calls of the shop: probes and metrics. They need no identity and carry no customer's data. */
export const Internal = () => SetMetadata(INTERNAL_KEY, true);
