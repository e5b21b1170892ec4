/**
 * Tests wait for real servers, on machines that do other things too: one that fails is tried once more, and said
 * (`npm test` counts them). What is wrong fails twice.
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
