interface Frugal {
  connection?: { saveData?: boolean };
}

/** Whoever saves data gets nothing that they have not asked for. */
export const savesData = (): boolean => (navigator as Navigator & Frugal).connection?.saveData === true;
