import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ToastRequested, windowEvents } from '@rangavalli/contracts/browser';
import { MediaField } from './MediaField.js';
import { useMedia } from './use-media.js';

type Sign = Parameters<typeof useMedia>[0];

const MB = 1024 * 1024;
const sign = jest.fn<ReturnType<Sign>, Parameters<Sign>>();
const fileOf = (name: string, type: string, bytes = 5) =>
  Object.defineProperty(new File(['…'], name, { type }), 'size', { value: bytes });
const photo = (name: string, bytes?: number) => fileOf(name, 'image/jpeg', bytes);

function Form() {
  const media = useMedia(sign);
  return (
    <>
      <MediaField title="Media" hint="Photos and a video" media={media} />
      <output aria-label="uploaded">{JSON.stringify(media.uploaded)}</output>
    </>
  );
}

const add = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Add photos or a video'), { target: { files } });
const expectUploaded = (uploaded: object) =>
  waitFor(() => expect(JSON.parse(screen.getByLabelText('uploaded').textContent ?? '')).toEqual(uploaded));
const slots = () => sign.mock.calls.map(([kind, slot]) => `${kind} ${slot}`);

/** jsdom has no `Response`. */
const respond = (ok: boolean, body: object) => ({ ok, json: async () => body }) as Response;

const toasts: string[] = [];
window.addEventListener(windowEvents.toastRequested, (event) =>
  toasts.push((event as CustomEvent<ToastRequested>).detail.message),
);
beforeEach(() => {
  toasts.length = 0;
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  sign
    .mockReset()
    .mockImplementation(async (kind, slot) => ({ url: '/image-host', fields: { id: `${kind}-${slot}` } }));
  globalThis.fetch = async (_url, { body } = {}) => respond(true, { public_id: (body as FormData).get('id') });
});

it('uploads what fits, and reports what does not', async () => {
  render(<Form />);
  add(
    photo('a.jpg'),
    fileOf('bill.pdf', 'application/pdf'),
    photo('b.jpg', 10 * MB + 1),
    fileOf('drape.mp4', 'video/mp4'),
  );
  expect(screen.getByText('Uploading…')).toBeTruthy();
  await expectUploaded({ photos: ['photo-0'], video: 'video-0' });
  expect(screen.queryByText('Uploading…')).toBeNull();
  add(fileOf('second.mp4', 'video/mp4'), fileOf('long.mp4', 'video/mp4', 40 * MB + 1));
  expect(toasts).toEqual([
    'Please choose photos or a video.',
    'A photo may have up to 10 MB.',
    'You can add one video.',
    'A video may have up to 40 MB.',
  ]);
  expect(slots()).toEqual(['photo 0', 'video 0']);
});

it('takes four photos at a time, and a new slot for each', async () => {
  render(<Form />);
  add(...['a', 'b', 'c', 'd', 'e'].map((name) => photo(`${name}.jpg`)));
  await expectUploaded({ photos: ['photo-0', 'photo-1', 'photo-2', 'photo-3'] });
  expect(toasts).toEqual(['You can add up to 4 photos.']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove b.jpg' }));
  add(photo('f.jpg'));
  await expectUploaded({ photos: ['photo-0', 'photo-2', 'photo-3', 'photo-4'] });
  // Slots 5 to 7 are the last ones.
  for (let slot = 5; slot < 8; slot += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Remove f.jpg' }));
    add(photo('f.jpg'));
    await expectUploaded({ photos: ['photo-0', 'photo-2', 'photo-3', `photo-${slot}`] });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Remove f.jpg' }));
  add(photo('f.jpg'));
  expect(toasts).toHaveLength(2);
  expect(slots()).toHaveLength(8);
});

it('removes a file whose upload fails', async () => {
  render(<Form />);
  globalThis.fetch = async () => respond(false, {});
  add(photo('a.jpg'));
  await waitFor(() => expect(toasts).toEqual(['a.jpg could not be uploaded. Please try again.']));
  expect(screen.queryByAltText('a.jpg')).toBeNull();
  await expectUploaded({});
});
