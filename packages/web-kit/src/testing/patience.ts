import { configure } from '@testing-library/react';

/** What a test waits for comes soon on an idle machine; on a busy one it may take longer, and is right all the same. */
const WAIT_MS = 20_000;

configure({ asyncUtilTimeout: WAIT_MS });
