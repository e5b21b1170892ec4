import { moveSlot, toSlots, uploadedImages } from './use-images.js';

const image = (name: string) => ({ public_id: name, url: `https://images/${name}` });
const names = (slots: { key: string }[]) => slots.map(({ key }) => key).join('');

describe('the images of the form', () => {
  const slots = toSlots([image('a'), image('b'), image('c')]);

  it('are reordered', () => {
    expect(names(moveSlot(slots, 2, 0))).toBe('cab');
    expect(names(moveSlot(slots, 0, 1))).toBe('bac');
    expect(names(moveSlot(slots, 0, 9))).toBe('bca');
    expect(names(moveSlot(slots, 1, -1))).toBe('bac');
  });

  it('are submitted in order once they are uploaded', () => {
    expect(uploadedImages([{ key: 'x', name: 'x', sent: 0.4 }, ...slots])).toEqual([
      image('a'),
      image('b'),
      image('c'),
    ]);
  });
});
