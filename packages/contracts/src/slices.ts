import { remotes } from './fragments.js';

export const remoteSlices = Object.values(remotes).map(({ slice }) => slice);
export type RemoteSlice = (typeof remoteSlices)[number];

type Underscored<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : Text;
type AddressVariable<Slice extends string> = `${Uppercase<Underscored<Slice>>}_URL`;

export const addressVariable = <Slice extends string>(slice: Slice): AddressVariable<Slice> =>
  `${slice.toUpperCase().replaceAll('-', '_')}_URL` as AddressVariable<Slice>;

export const byAddress = <Slice extends string, T>(
  slices: readonly Slice[],
  value: T,
): Record<AddressVariable<Slice>, T> =>
  Object.fromEntries(slices.map((slice) => [addressVariable(slice), value])) as Record<AddressVariable<Slice>, T>;
