import { NumberLists } from './number-lists.js';

describe('lists of numbers by slot', () => {
  it('returns nothing for a slot that has no list', () => {
    expect([...new NumberLists().get(3)]).toEqual([]);
  });

  it('replaces and removes the list of one slot', () => {
    const lists = new NumberLists();
    lists.set(0, [1, 2, 3]);
    lists.set(1, [4_294_967_295]);
    lists.set(0, [7]);
    expect([...lists.get(0)]).toEqual([7]);
    lists.remove(1);
    lists.remove(1);
    expect([...lists.get(1)]).toEqual([]);
    expect([...lists.get(0)]).toEqual([7]);
  });

  it('keeps every list while its buffer is replaced', () => {
    const lists = new NumberLists();
    const expected = new Map<number, number[]>();
    for (let round = 0; round < 20_000; round += 1) {
      const slot = (round * 7) % 300;
      const list = Array.from({ length: round % 61 }, (_, at) => round + at);
      if (round % 5 === 0) lists.remove(slot);
      else lists.set(slot, list);
      expected.set(slot, round % 5 === 0 ? [] : list);
    }
    for (const [slot, list] of expected) expect([...lists.get(slot)]).toEqual(list);
  });
});
