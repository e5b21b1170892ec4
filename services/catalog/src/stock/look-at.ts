import type { PipelineStage } from 'mongoose';

/**
 * `lookAt` of a product: until then nothing is to be done about the stock entries that lie in it. Each write of an entry lowers
 * it (`$min`) to when that entry expires or may leave, and the archiver computes it anew from what it leaves behind. It is a hint:
 * one that has passed costs a look in vain. It is missing where only releases wrote that did not know of it, which means "at any
 * time"; what such a release, running beside, holds in a product that is due later is found by `ExpirySweep.lookOver`.
 */
export interface WithLookAt {
  lookAt?: Date;
}

/** Only products with entries are in this index, so that the many others cost nothing. */
export const lookAtIndex = [{ lookAt: 1 }, { partialFilterExpression: { 'holds.0': { $exists: true } } }] as const;

/** Products that may have to be looked at by then. */
export const dueBy = (moment: Date) => ({ 'holds.0': { $exists: true }, lookAt: { $not: { $gt: moment } } });

/** Later than any `lookAt`: `dueBy` it are all products with entries. */
export const everyTime = new Date(8.64e15);

/** Computes `lookAt` from the entries that are there when it is written; gone where there are none. */
export const lookAtAnew = (archiveAfterMs: number): PipelineStage.Set => ({
  $set: {
    lookAt: {
      $ifNull: [
        {
          $min: {
            $map: {
              input: '$holds',
              as: 'entry',
              in: {
                $cond: [
                  { $eq: ['$$entry.state', 'held'] },
                  '$$entry.expiresAt',
                  { $add: ['$$entry.at', archiveAfterMs] },
                ],
              },
            },
          },
        },
        '$$REMOVE',
      ],
    },
  },
});
