/** Provides the `SearchIndex` of this process. */
export const SEARCH_INDEX = Symbol('search index');
