// Tests use real servers on loaded machines: a failed one is retried once, and `npm test` counts the retries.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
