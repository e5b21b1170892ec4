/** By weave (specification §2, Trending Collections). A region only where all products of the weave are from it. */
const notes: Readonly<Record<string, { story: string; care: string }>> = {
  'kanchipuram pattu': {
    story:
      'From Kanchipuram in Tamil Nadu. Border and body are woven apart and joined thread by thread, which is why the temple teeth are so sharp.',
    care: 'Dry clean. Keep folded in cotton and change the folds every few months.',
  },
  'banarasi silk': {
    story:
      'From Varanasi. A net of vines, the jaal, is drawn in zari over fine silk with an extra weft for each motif.',
    care: 'Dry clean. Keep away from perfume: it dulls zari.',
  },
  'chanderi cotton': {
    story:
      'From Chanderi in Madhya Pradesh. Silk warp, cotton weft and small coin butis; the cloth is so light that light comes through.',
    care: 'Hand wash separately in cold water, or dry clean. Iron under a cloth.',
  },
  'paithani weaves': {
    story:
      'From Paithan and Yeola in Maharashtra. Peacocks and lotuses of the pallu are woven in by hand, the same on both sides.',
    care: 'Dry clean. Roll it rather than folding the pallu.',
  },
  'kalamkari prints': {
    story:
      'From Andhra Pradesh. Vines and stories drawn with a bamboo pen or printed with blocks, in dyes of plants and iron.',
    care: 'Hand wash cold in the shade, without bleach. The colours soften with the years.',
  },
  'ikat elegance': {
    story: 'The threads are tied and dyed before they are woven, which gives the motifs their feathered edges.',
    care: 'Wash separately in cold water for the first three washes.',
  },
  'patola splendor': {
    story: 'From Gujarat. Ikat in small squares; in the double kind both warp and weft are dyed first.',
    care: 'Dry clean. Keep in cotton, away from light.',
  },
  'organza drapes': {
    story:
      'Sheer silk of tightly twisted threads, crisp enough to hold a pleat and so light that you hardly notice it.',
    care: 'Dry clean. Hang it up; iron low under a cloth.',
  },
  'tussar classics': {
    story:
      'From the forests of Jharkhand, Bihar and Chhattisgarh. Wild silk with a gold of its own and a slub in every thread.',
    care: 'Dry clean first, then hand wash cold. Iron while still a little damp.',
  },
};

export const weaveNote = (weave: string | undefined): { story: string; care: string } | undefined =>
  notes[weave?.toLowerCase() ?? ''];
