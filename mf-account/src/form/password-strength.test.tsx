import { fireEvent, render, screen } from '@testing-library/react';
import { NewPasswordInput } from './NewPasswordInput.js';
import { estimateStrength } from './password-strength.js';

describe('the strength of a password', () => {
  it.each([
    ['password123', 'a list of common passwords'],
    ['qwertyuiop', 'keys in a row'],
    ['aaaaaaaaaaaa', 'one repeated character'],
    ['jaimatadi123', 'words that are common in India'],
    ['rangavalli1', 'the name of the shop'],
  ])('is low for %s: %s', (password) => {
    const { score, advice } = estimateStrength(password, []);
    expect(score).toBeLessThan(3);
    expect(advice).toBeTruthy();
  });

  it('is high for a sentence of uncommon words', () => {
    expect(estimateStrength('blue parrots eat my jasmine at noon', [])).toEqual({ score: 4, advice: undefined });
  });

  it('is low for the name or email of the account', () => {
    const personal = ['Asha Venkataramanan', 'asha.v@weavers.example'];
    expect(estimateStrength('venkataramanan', personal).advice).toBe('Don’t use your name or email in your password.');
    expect(estimateStrength('venkataramanan', personal).score).toBeLessThan(2);
  });
});

describe('the field for a new password', () => {
  const show = () =>
    render(<NewPasswordInput label="Password" name="password" minLength={10} />).container.querySelector('[aria-live]');
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Password'), { target: { value } });

  it('shows how strong the password is, once it is typed', async () => {
    const status = show();
    expect(status?.textContent).toBe('');
    type('password123');
    expect(await screen.findByText('Very weak')).toBeTruthy();
    expect(status?.textContent).toContain('commonly used');
    type('blue parrots eat my jasmine at noon');
    expect(await screen.findByText('Strong')).toBeTruthy();
  });

  it('loads nothing for visitors who save data', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    const status = show();
    type('password123');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(status?.textContent).toBe('');
    Reflect.deleteProperty(navigator, 'connection');
  });
});
