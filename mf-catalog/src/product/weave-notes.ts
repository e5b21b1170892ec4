/** What a weave is and how to keep it, by the name under which the shop shows it (specification §2, Trending Collections). */
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
    care: 'Hand wash cold and apart, or dry clean. Iron under a cloth.',
  },
  'paithani weaves': {
    story:
      'From Paithan and Yeola in Maharashtra. Peacocks and lotuses of the pallu are laid in by hand, the same on both sides.',
    care: 'Dry clean. Roll it rather than folding the pallu.',
  },
  'kalamkari prints': {
    story:
      'From Andhra Pradesh. Vines and stories drawn with a bamboo pen or printed with blocks, in dyes of plants and iron.',
    care: 'Hand wash cold in the shade, without bleach. The colours soften with the years.',
  },
  'ikat elegance': {
    story:
      'From ikat villages such as Pochampally in Telangana and Bargarh in Odisha. The threads are tied and dyed before weaving, which gives the feathered edge.',
    care: 'Hand wash cold and apart the first three times.',
  },
  'patola splendor': {
    story: 'From Gujarat. Ikat in small squares; in the double kind both warp and weft are dyed first.',
    care: 'Dry clean. Keep in cotton, away from light.',
  },
  'organza drapes': {
    story: 'Sheer silk of tightly twisted threads, crisp enough to hold a pleat and light enough to be forgotten.',
    care: 'Dry clean. Hang it up; iron low under a cloth.',
  },
  'tussar classics': {
    story:
      'From the forests of Jharkhand, Bihar and Chhattisgarh. Wild silk with a gold of its own and a slub in every thread.',
    care: 'Dry clean first, then hand wash cold. Iron while still a little damp.',
  },
};

/** Undefined for a weave that the shop has not written about. */
export const weaveNote = (weave: string | undefined): { story: string; care: string } | undefined =>
  notes[weave?.toLowerCase() ?? ''];
