import { lazy, memo, Suspense, type ComponentType } from 'react';
import { serverPage } from '@rangavalli/web-kit/data/server-page';
import type { PersonalisationFieldsProps } from './PersonalisationFields.js';

/** Few products have it: the others do not load it. */
const InBrowser = lazy(async () => ({ default: (await import('./later.js')).PersonalisationFields }));

/** Among the fragments of `server.ts`. */
const onServer = () =>
  serverPage()?.part('mf_checkout/PersonalisationFields') as ComponentType<PersonalisationFieldsProps> | undefined;

const haveSameContent = (a: PersonalisationFieldsProps, b: PersonalisationFieldsProps): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Its server-rendered HTML stays until the file hydrates it, as long as the content of no property changes. */
export const Personalisation = memo(function Personalisation(props: PersonalisationFieldsProps) {
  const Fields = onServer() ?? InBrowser;
  return (
    <Suspense fallback={null}>
      <Fields {...props} />
    </Suspense>
  );
}, haveSameContent);
