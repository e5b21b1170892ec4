import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import css from './Dispatch.module.css';
import { messages } from './messages.js';

interface ShortcutsDialogProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

/** Lists the keys; people who use voice control can switch them off. */
export const ShortcutsDialog = ({ isOn, onChange, onClose }: ShortcutsDialogProps) => (
  <Dialog title={messages.shortcuts} onClose={onClose}>
    <dl className={css.keys}>
      {messages.shortcutKeys.map(([keys, text]) => (
        <div key={keys} className={css.key}>
          <dt>{keys}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <Switch label={messages.shortcutsOff} checked={isOn} onChange={({ target }) => onChange(target.checked)} />
  </Dialog>
);
