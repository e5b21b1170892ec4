import { configure } from '@testing-library/react';

/** Long enough for a loaded machine. */
const ASYNC_UTIL_TIMEOUT_MS = 20_000;

configure({ asyncUtilTimeout: ASYNC_UTIL_TIMEOUT_MS });
