import type { ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './AccessLayout.module.css';

const POSTERS = '/media/rangavalli/image/upload/rangavalli/home';
const posters = { login: 'mosaic-1', register: 'hero-4-mobile', password: 'mosaic-2' } as const;

interface AccessLayoutProps {
  title: string;
  lead?: string;
  poster: keyof typeof posters;
  children: ReactNode;
}

export function AccessLayout({ title, lead, poster, children }: AccessLayoutProps) {
  return (
    <div className={css.layout} data-boundary="mf-account">
      <div className={css.poster}>
        <Picture
          url={`${POSTERS}/${posters[poster]}`}
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
      <div className={css.form}>
        <Page title={title} {...(lead ? { lead } : {})} width="narrow">
          {children}
        </Page>
      </div>
    </div>
  );
}
