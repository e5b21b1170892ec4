import { useState } from 'react';

/** The selected rows by id. They stay selected when a filter hides them. */
export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Adds or removes several rows. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  replace: (ids: readonly string[]) => void;
}

/** Of lists without checkboxes. */
export const noSelection: Selection = {
  ids: new Set(),
  toggle: () => undefined,
  set: () => undefined,
  replace: () => undefined,
};

export function useSelection(initial: readonly string[] = []): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(initial));
  const set = (changed: readonly string[], isSelected: boolean) =>
    setIds((old) => {
      const next = new Set(old);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return {
    ids,
    set,
    toggle: (id) =>
      setIds((old) => {
        const next = new Set(old);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    replace: (next) => setIds(new Set(next)),
  };
}
