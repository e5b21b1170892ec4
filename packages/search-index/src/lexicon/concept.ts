export type ConceptKind = 'category' | 'weave' | 'fabric' | 'colour' | 'occasion' | 'tag';

/** Words that mean the same, in any script. */
export interface Concept {
  kind: ConceptKind;
  /** Shown to shoppers. */
  label: string;
  /** One or several folded words each, as queries have them. */
  forms: readonly string[];
  /** Forms that find products: without those that contain another, which finds the same products and more. */
  productForms: readonly string[];
  /** Products of this category or colour family match whatever their words are. */
  category?: string;
  colourFamily?: string;
}
