import { TextDecoder, TextEncoder } from 'node:util';

// jsdom has neither; react-router-dom needs both.
Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true });
