export const bundleOf = (program: string): string => program.replace(/\.js$/, '.cjs');
