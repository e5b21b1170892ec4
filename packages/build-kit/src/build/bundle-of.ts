/** The one file beside a compiled program that holds it with everything that it imports. */
export const bundleOf = (program: string): string => program.replace(/\.js$/, '.cjs');
