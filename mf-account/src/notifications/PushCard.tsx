import { useEffect, useRef, useState } from 'react';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { SecurityCard } from '../user/security/SecurityCard.js';
import { type PushState, renewPush, startPush, stopPush } from './browser-push.js';
import { messages } from './messages.js';
import css from './Notifications.module.css';

const problems: Partial<Record<PushState, string>> = {
  unsupported: messages.pushUnsupported,
  not_set_up: messages.pushNotSetUp,
  denied: messages.pushDenied,
};

/** The switch for notifications of this browser; shows why it cannot be used. */
export function PushCard({ subscriptions, onChanged }: { subscriptions: number; onChanged: () => void }) {
  const [state, setState] = useState<PushState>();
  const [isBusy, setIsBusy] = useState(false);
  const countAgain = useRef<() => void>(undefined);
  useEffect(() => {
    countAgain.current = subscriptions === 0 ? onChanged : undefined;
  });
  useEffect(() => {
    let isMounted = true;
    const show = (found: PushState) => {
      if (!isMounted) return;
      setState(found);
      if (found === 'on') countAgain.current?.();
    };
    renewPush().then(show, () => show('unsupported'));
    return () => {
      isMounted = false;
    };
  }, []);
  const change = async (isOn: boolean) => {
    setIsBusy(true);
    try {
      setState(await (isOn ? startPush() : stopPush()));
      onChanged();
    } catch {
      toast.error(messages.pushFailed);
    } finally {
      setIsBusy(false);
    }
  };
  const problem = state && problems[state];
  return (
    <SecurityCard title={messages.push} lead={messages.pushLead}>
      {!state && <Skeleton height="2.75rem" />}
      {state && (
        <Switch
          label={messages.pushSwitch}
          checked={state === 'on'}
          disabled={isBusy || problem !== undefined}
          onChange={({ target }) => void change(target.checked)}
        />
      )}
      {problem && <Notice kind="info">{problem}</Notice>}
      {subscriptions > 0 && <p className={css.note}>{messages.pushElsewhere(subscriptions)}</p>}
    </SecurityCard>
  );
}
