/** Returns the bundle of a compiled program. */
export const bundleOf = (program: string): string => program.replace(/\.js$/, '.cjs');
