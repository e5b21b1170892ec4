// Tests use real servers on loaded machines; `npm test` counts the retries.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
