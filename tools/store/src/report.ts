export { explain, Refusal, say, step } from '@rangavalli/build-kit/command/report';
