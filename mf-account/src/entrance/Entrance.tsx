import type { ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './Entrance.module.css';

/** Folder of the shop's own posters at the image host; the shop's origin hands them on. */
const POSTERS = '/media/rangavalli/image/upload/rangavalli/home';

/** Which poster hangs at the door, by screen. */
const cloths = { login: 'mosaic-1', register: 'hero-4-mobile', password: 'mosaic-2' } as const;

interface EntranceProps {
  title: string;
  lead?: string;
  cloth: keyof typeof cloths;
  children: ReactNode;
}

/** A screen at the shop's door: the form on the quiet page, and beside it (on a phone above it) a loud cloth. */
export function Entrance({ title, lead, cloth, children }: EntranceProps) {
  return (
    <div className={css.entrance} data-boundary="mf-account">
      <div className={css.cloth}>
        <Picture
          url={`${POSTERS}/${cloths[cloth]}`}
          alt=""
          sizes="(min-width: 60rem) 45vw, 100vw"
          className={css.picture}
          eager
        />
        <p className={css.label}>
          <span className={css.brand}>{brand.name}</span>
          {brand.tagline}
        </p>
      </div>
      <div className={css.door}>
        <Page title={title} {...(lead ? { lead } : {})} width="narrow">
          {children}
        </Page>
      </div>
    </div>
  );
}
