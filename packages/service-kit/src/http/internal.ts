import { SetMetadata } from '@nestjs/common';

export const INTERNAL_KEY = 'rangavalli:internal';

/** For routes without customer data, such as probes. */
export const Internal = () => SetMetadata(INTERNAL_KEY, true);
