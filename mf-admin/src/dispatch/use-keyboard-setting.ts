import { useState } from 'react';

const STORAGE_KEY = 'rangavalli.dispatch.keys';

/** Whether single keys act on the dispatch screen, stored in this browser. On at first. */
export function useKeyboardSetting(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'off');
  return [
    isOn,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
      setIsOn(next);
    },
  ];
}
