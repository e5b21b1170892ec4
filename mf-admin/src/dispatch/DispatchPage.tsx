import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Page } from '../layout/Page.js';
import { Tabs } from '../layout/Tabs.js';
import { ComingBack } from './ComingBack.js';
import css from './Dispatch.module.css';
import { messages } from './messages.js';
import { NotDelivered } from './NotDelivered.js';
import { Ready } from './Ready.js';
import { type BulkResult, Results } from './Results.js';
import { ShortcutsDialog } from './ShortcutsDialog.js';
import { ToShip } from './ToShip.js';
import { useSelection } from './use-selection.js';
import { useKeyboardSetting } from './use-keyboard-setting.js';

const PATH = '/admin/dispatch';
const views = Object.entries(messages.views) as [keyof typeof messages.views, string][];

/** Packs and sends orders, by keyboard where wanted: select, ship, print, mark as dispatched. */
export function DispatchPage() {
  const [params, setParams] = useSearchParams();
  const view = views.find(([name]) => name === params.get('view'))?.[0] ?? 'to_ship';
  const toShip = useSelection();
  const ready = useSelection();
  const [result, setResult] = useState<BulkResult>();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isKeyboardOn, setIsKeyboardOn] = useKeyboardSetting();
  /** Undefined once the page is left. */
  const shownView = useRef<typeof view>(undefined);
  useEffect(() => {
    shownView.current = view;
    return () => {
      shownView.current = undefined;
    };
  }, [view]);
  const open = (name: string) => setParams(name === 'to_ship' ? {} : { view: name });
  const keys = {
    '?': () => setIsHelpOpen(true),
    '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    ...Object.fromEntries(views.map(([name], index) => [String(index + 1), () => open(name)])),
  };
  const props = { keys, isKeyboardOn };
  const shortcuts = (
    <Button look="secondary" aria-keyshortcuts="?" onClick={() => setIsHelpOpen(true)}>
      {messages.shortcuts}
    </Button>
  );
  return (
    <Page title={messages.title} actions={<div className={css.onWide}>{shortcuts}</div>}>
      <Tabs label={messages.viewsLabel} path={PATH} views={views} view={view} />
      {result && <Results {...result} />}
      {view === 'to_ship' && (
        <ToShip
          {...props}
          selection={toShip}
          onShipped={(shipped, parcels) => {
            setResult(shipped);
            ready.replace(parcels);
            if (parcels.length > 0 && shownView.current === 'to_ship') open('ready');
          }}
        />
      )}
      {view === 'ready' && <Ready {...props} selection={ready} onDone={setResult} />}
      {view === 'undelivered' && <NotDelivered {...props} />}
      {view === 'rto' && <ComingBack {...props} />}
      <div className={css.onPhone}>{shortcuts}</div>
      {isHelpOpen && (
        <ShortcutsDialog isOn={isKeyboardOn} onChange={setIsKeyboardOn} onClose={() => setIsHelpOpen(false)} />
      )}
    </Page>
  );
}
