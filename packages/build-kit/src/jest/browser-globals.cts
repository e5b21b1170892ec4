import { TextDecoder, TextEncoder } from 'node:util';

// jsdom lacks both; react-router-dom needs them.
Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true });
