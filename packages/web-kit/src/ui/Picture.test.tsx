import { fireEvent, render } from '@testing-library/react';
import { Picture } from './Picture.js';

const URL = 'https://host/x/image/upload/v1/shop/saree.webp';

function show(props: Partial<Parameters<typeof Picture>[0]> = {}) {
  const { container } = render(<Picture url={URL} alt="A saree" sizes="50vw" ratio="4 / 5" {...props} />);
  return { place: container.firstElementChild as HTMLElement, img: container.querySelector('img') };
}

describe('a picture', () => {
  it('has a blurred placeholder until it is loaded', () => {
    const { place, img } = show();
    expect(place.style.backgroundImage).toMatch(
      /^url\(.https:\/\/host\/x\/image\/upload\/w_32\/e_blur:20,f_webp,q_90\/v1\/shop\/saree\.webp.\)$/,
    );
    fireEvent.load(img!);
    expect(place.style.backgroundImage).toBe('');
    expect(place.style.aspectRatio).toBe('4 / 5');
  });

  it('has a placeholder again when its address changes', () => {
    const { container, rerender } = render(<Picture url={URL} alt="" sizes="50vw" />);
    fireEvent.load(container.querySelector('img')!);
    rerender(<Picture url={URL.replace('saree', 'other')} alt="" sizes="50vw" />);
    expect((container.firstElementChild as HTMLElement).style.backgroundImage).toContain('other.webp');
  });

  it('has no placeholder when it loaded before hydration', () => {
    const complete = jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    const width = jest.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(640);
    expect(show().place.style.backgroundImage).toBe('');
    complete.mockRestore();
    width.mockRestore();
  });

  it('has no placeholder when it is small, from another host or missing', () => {
    for (const props of [{ widths: [160, 320] }, { url: 'https://other.example/a.png' }, { url: undefined }])
      expect(show(props).place.style.backgroundImage).toBe('');
  });

  it('is replaced by the woven background when it cannot be loaded', () => {
    const { place, img } = show();
    fireEvent.error(img!);
    expect(place.style.backgroundImage).toBe('');
    expect(place.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('A saree');
  });

  it('escapes its address in the style', () => {
    const { place } = show({ url: 'https://host/x/image/upload/v1/a"b c.webp' });
    expect(place.style.backgroundImage).toContain('/v1/a%22b%20c.webp');
  });
});
