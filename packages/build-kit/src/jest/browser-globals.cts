import { TextDecoder, TextEncoder } from 'node:util';

// jsdom has neither; react-router-dom needs both while it is loaded.
Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true });
