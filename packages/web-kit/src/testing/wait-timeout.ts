import { configure } from '@testing-library/react';

const ASYNC_UTIL_TIMEOUT_MS = 20_000;

configure({ asyncUtilTimeout: ASYNC_UTIL_TIMEOUT_MS });
