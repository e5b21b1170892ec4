import { SetMetadata } from '@nestjs/common';

export const INTERNAL_KEY = 'rangavalli:internal';

/** Marks routes without an identity or customer data, such as probes and metrics. */
export const Internal = () => SetMetadata(INTERNAL_KEY, true);
