/** Carries SHELL_API_KEY, so that the gateway counts the calls of the shell's server apart from those of visitors. */
export const SHELL_KEY_HEADER = 'x-rangavalli-shell';
