import { useId } from 'react';
import css from './Footer.module.css';

const languages = { hi: 'हिन्दी', te: 'తెలుగు', ta: 'தமிழ்', kn: 'ಕನ್ನಡ', ml: 'മലയാളം', mr: 'मराठी', bn: 'বাংলা', gu: 'ગુજરાતી', ur: 'اردو' };

/**
 * The page in another language (specification §2: source language English). It opens a translation service in a
 * new tab rather than run its script here: the page's security policy lets no stranger's code in.
 */
export function Translate() {
  const id = useId();
  const open = (language: string) => {
    const address = new URL('https://translate.google.com/translate');
    address.search = new URLSearchParams({ sl: 'en', tl: language, u: window.location.href }).toString();
    window.open(address, '_blank', 'noopener');
  };
  return (
    <p className={css.translate}>
      <label htmlFor={id}>Read in</label>
      <select id={id} value="en" onChange={(event) => open(event.target.value)}>
        <option value="en">English</option>
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}
