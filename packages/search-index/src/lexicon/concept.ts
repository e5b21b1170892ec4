export type ConceptKind = 'category' | 'weave' | 'fabric' | 'colour' | 'occasion' | 'tag';

/** Words that mean the same, in any script. */
export interface Concept {
  kind: ConceptKind;
  /** Shown to shoppers. */
  label: string;
  /** One or several folded words each. */
  forms: readonly string[];
  /** Forms that queries may use and products use for something else. */
  queryForms: readonly string[];
  /** Products of this category or colour family match whatever their words are. */
  category?: string;
  colourFamily?: string;
}
