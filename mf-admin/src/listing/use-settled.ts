import { useEffect, useState } from 'react';

/** A value once it has stood still: the server is not asked for every letter of a search. */
export function useSettled<T>(value: T, afterMs = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
