import { useState } from 'react';
import type { DeliverySettings, DeliveryZone } from '@rangavalli/contracts/entities/delivery';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { DataTable } from '../layout/DataTable.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import css from './Delivery.module.css';
import { messages } from './messages.js';
import { stateNames } from './states.js';
import type { SaveSettings } from './use-delivery-settings.js';
import { ZoneDialog } from './ZoneDialog.js';

interface ZonesProps {
  settings: DeliverySettings;
  save: SaveSettings;
}

const whereOf = ({ states, pinPrefixes }: DeliveryZone): string =>
  [pinPrefixes.length > 0 ? messages.prefixes(pinPrefixes) : '', stateNames(states)].filter(Boolean).join('; ');

/** Where the shop delivers, how long couriers take and what it costs. */
export function Zones({ settings: { zones }, save }: ZonesProps) {
  const [editing, setEditing] = useState<{ zone?: DeliveryZone }>();
  const [deleting, setDeleting] = useState<DeliveryZone>();
  const [busy, setBusy] = useState(false);
  const remove = async (zone: DeliveryZone) => {
    setBusy(true);
    try {
      await save({ zones: zones.filter((other) => other !== zone) });
    } catch (thrown) {
      toast.error(asApiError(thrown).message);
    } finally {
      setBusy(false);
      setDeleting(undefined);
    }
  };
  return (
    <Panel
      title={messages.zones}
      aside={
        <Button look="secondary" onClick={() => setEditing({})}>
          {messages.addZone}
        </Button>
      }
    >
      <div className={shared.stack}>
        <p className={shared.empty}>{messages.zonesText}</p>
        <DataTable
          caption={messages.zones}
          rows={zones}
          keyOf={({ name }) => name}
          columns={[
            { label: messages.zone, cell: ({ name }) => name },
            { label: messages.where, kind: 'wide', cell: whereOf },
            { label: messages.time, kind: 'short', cell: ({ days }) => messages.days(days) },
            {
              label: messages.charge,
              cell: ({ shipping }) =>
                shipping.charge > 0 || shipping.perExtraKg ? messages.chargeOf(shipping) : messages.free,
            },
            { label: messages.cod, kind: 'short', cell: ({ cod }) => (cod ? messages.yes : messages.no) },
            {
              label: messages.action,
              kind: 'short',
              cell: (zone) => (
                <div className={css.actions}>
                  <Button look="quiet" aria-label={messages.editOf(zone.name)} onClick={() => setEditing({ zone })}>
                    {messages.edit}
                  </Button>
                  <Button
                    look="quiet"
                    aria-label={messages.deleteOf(zone.name)}
                    disabled={zones.length === 1}
                    onClick={() => setDeleting(zone)}
                  >
                    {messages.delete}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      </div>
      {editing && (
        <ZoneDialog
          zone={editing.zone}
          onClose={() => setEditing(undefined)}
          onSave={async (zone) => {
            const { zone: old } = editing;
            await save({ zones: old ? zones.map((other) => (other === old ? zone : other)) : [...zones, zone] });
            setEditing(undefined);
          }}
        />
      )}
      <ConfirmDialog
        title={messages.deleteZoneTitle}
        open={deleting !== undefined}
        confirmLabel={messages.delete}
        cancelLabel={messages.keep}
        busy={busy}
        onConfirm={() => deleting && void remove(deleting)}
        onClose={() => setDeleting(undefined)}
      >
        {deleting && messages.deleteZoneText(deleting.name)}
      </ConfirmDialog>
    </Panel>
  );
}
