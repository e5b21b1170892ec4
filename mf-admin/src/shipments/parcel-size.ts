import type { CallRequest } from '@rangavalli/contracts/calls';

type Parcel = NonNullable<CallRequest<'POST /shipments'>['body']['parcel']>;

const SIZE = /^(\d{1,3})\s*[x×*]\s*(\d{1,3})\s*[x×*]\s*(\d{1,3})$/i;
const MAX_GRAMS = 50_000;
const MAX_CM = 200;

/**
 * @param weight grams
 * @param size cm, such as `32 × 26 × 6`
 * @returns which of both is wrong; no parcel when both are empty
 */
export function readParcel(
  weight: string,
  size: string,
): { parcel?: Parcel; isWrong: { weight: boolean; size: boolean } } {
  const isWrong = { weight: false, size: false };
  if (!weight.trim() && !size.trim()) return { isWrong };
  const weightGrams = /^\d{1,5}$/.test(weight.trim()) ? Number(weight) : 0;
  const [lengthCm = 0, breadthCm = 0, heightCm = 0] = SIZE.exec(size.trim())?.slice(1).map(Number) ?? [];
  const sides = [lengthCm, breadthCm, heightCm];
  isWrong.weight = weightGrams < 1 || weightGrams > MAX_GRAMS;
  isWrong.size = sides.some((side) => side < 1 || side > MAX_CM);
  return isWrong.weight || isWrong.size
    ? { isWrong }
    : { isWrong, parcel: { weightGrams, lengthCm, breadthCm, heightCm } };
}
