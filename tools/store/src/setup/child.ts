export { runChild, type ChildOptions } from '@rangavalli/build-kit/command/child';
