import { remotes } from './fragments.js';

/** The slices in the browser besides the shell, by their folders. */
export const remoteSlices = Object.values(remotes).map(({ slice }) => slice);
export type RemoteSlice = (typeof remoteSlices)[number];

type Underscored<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : Text;
/** The variable by which a process is told where a slice is: `MF_CATALOG_URL`. */
export type AddressVariable<Slice extends string> = `${Uppercase<Underscored<Slice>>}_URL`;

export const addressVariable = <Slice extends string>(slice: Slice): AddressVariable<Slice> =>
  `${slice.toUpperCase().replaceAll('-', '_')}_URL` as AddressVariable<Slice>;

/** Something for each of these slices, under the variable of its address. */
export const byAddress = <Slice extends string, T>(
  slices: readonly Slice[],
  value: T,
): Record<AddressVariable<Slice>, T> =>
  Object.fromEntries(slices.map((slice) => [addressVariable(slice), value])) as Record<AddressVariable<Slice>, T>;
