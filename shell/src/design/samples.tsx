import type { ReactNode } from 'react';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Area } from '@rangavalli/web-kit/ui/Area';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { CodeInput } from '@rangavalli/web-kit/ui/CodeInput';
import { DeliveryCheck } from '@rangavalli/web-kit/ui/DeliveryCheck';
import { DeliveryPromiseText } from '@rangavalli/web-kit/ui/DeliveryPromiseText';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorBoundary } from '@rangavalli/web-kit/ui/ErrorBoundary';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Checkbox, Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { PasswordInput } from '@rangavalli/web-kit/ui/PasswordInput';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { RecoveryCodeInput } from '@rangavalli/web-kit/ui/RecoveryCodeInput';
import { RemoteBoundary } from '@rangavalli/web-kit/ui/RemoteBoundary';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { StateField } from '@rangavalli/web-kit/ui/StateField';
import { StepUpByEmail } from '@rangavalli/web-kit/ui/StepUpByEmail';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { WaitlistForm } from '@rangavalli/web-kit/ui/WaitlistForm';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { homePicture } from '../home/pictures.js';
import css from './Design.module.css';
import {
  Broken,
  ConfirmSample,
  CountingButton,
  DialogSample,
  SizeOptionsSample,
  StepperSample,
  EmailCodeSample,
  StepUpSample,
} from './interactive-samples.js';

type Sample = [name: string, content: ReactNode, size?: 'wide' | 'full'];

const colours =
  'cotton cotton-deep paper ink muted kumkum kumkum-dark kumkum-tint peacock peacock-tint zari leaf turmeric brick line line-strong';
const icons = 'search cart menu close left right heart user check bin pencil plus minus home box logout'.split(
  ' ',
) as IconName[];
const badges: [Tone, string][] = [
  ['green', 'Delivered'],
  ['yellow', 'Pending'],
  ['red', 'Cancelled'],
  ['blue', 'Processing'],
  ['gray', 'Unknown'],
];

const loading = (
  <div className={css.wide}>
    <Skeleton height="2.75rem" />
  </div>
);
const showError = (retry: () => void) => (
  <ErrorState compact title="This section is temporarily unavailable" onRetry={retry} />
);
const lazySamples: [state: string, load: () => Promise<{ default: () => ReactNode }>][] = [
  ['loading', () => new Promise(() => undefined)],
  ['loaded', () => Promise.resolve({ default: () => <p>Loaded.</p> })],
  ['failed, with a retry', () => Promise.reject(new Error('this sample does not load'))],
];

const orderRow = (id: string, date: string, rupees: number, [tone, label]: [Tone, string]) => (
  <tr>
    <td>{id}</td>
    <td>{date}</td>
    <td>
      <Price rupees={rupees} />
    </td>
    <td>
      <Badge tone={tone}>{label}</Badge>
    </td>
  </tr>
);

export const sections: { id: string; title: string; samples: Sample[] }[] = [
  {
    id: 'foundations',
    title: 'Colour, type and motif',
    samples: [
      ...colours
        .split(' ')
        .map((name): Sample => [`--${name}`, <div className={css.swatch} style={{ background: `var(--${name})` }} />]),
      ['h3, display', <h3>Woven by hand</h3>],
      [
        'text with a link',
        <p>
          Pure silk with a <a href="#foundations">contrast border</a>.
        </p>,
      ],
      ['Devanagari in the text font', <p lang="hi">हाथ से बुना हुआ</p>],
      ['WovenBorder', <WovenBorder />, 'wide'],
      ['WovenBorder flip', <WovenBorder flip />, 'wide'],
      [
        `Icon: ${icons.join(', ')}`,
        <div className={css.icons}>
          {icons.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>,
      ],
    ],
  },
  {
    id: 'actions',
    title: 'Buttons, links and steppers',
    samples: [
      ...(['primary', 'secondary', 'quiet', 'danger'] as const).map((look): Sample => [
        `Button ${look}`,
        <CountingButton look={look} />,
      ]),
      ['Button disabled', <Button disabled>Add to Cart</Button>],
      ['Button busy', <Button busy>Adding…</Button>],
      [
        'Button wide',
        <Button wide look="secondary" disabled>
          Proceed to Checkout
        </Button>,
        'wide',
      ],
      [
        'ButtonLink',
        <ButtonLink to="/all" look="secondary">
          Shop Now
        </ButtonLink>,
      ],
      [
        'ButtonLink quiet',
        <ButtonLink to="/trending" look="quiet">
          Explore
        </ButtonLink>,
      ],
      ['QuantityStepper, 1 to 4', <StepperSample />],
      [
        'QuantityStepper busy',
        <QuantityStepper quantity={1} stock={4} label="a busy sample" busy onChange={() => undefined} />,
      ],
      ['SizeOptions: sold out, low, in stock', <SizeOptionsSample />],
    ],
  },
  {
    id: 'fields',
    title: 'Fields',
    samples: [
      ['Input', <Input label="City" defaultValue="Hyderabad" />],
      ['Input required, with a hint', <Input label="PIN code" required hint="Six digits." inputMode="numeric" />],
      [
        'Input with an error',
        <Input label="Phone" required defaultValue="12345" error="Enter a 10-digit mobile number." />,
      ],
      ['Input disabled', <Input label="Country" disabled defaultValue="India" />],
      [
        'Select',
        <Select label="Size" defaultValue="m">
          <option value="s">S</option>
          <option value="m">M</option>
        </Select>,
      ],
      [
        'Select with an error',
        <Select label="Category" required error="Select a category." defaultValue="">
          <option value="">Choose…</option>
          <option value="saree">Saree</option>
        </Select>,
      ],
      ['StateField, India', <StateField name="state" value="Telangana" country="India" onChange={() => undefined} />],
      [
        'StateField, other countries',
        <StateField name="state" value="Bagmati" country="Nepal" onChange={() => undefined} />,
      ],
      [
        'Select disabled',
        <Select label="Sort" disabled>
          <option>Newest first</option>
        </Select>,
      ],
      [
        'Textarea with an error',
        <Textarea label="Address" rows={2} required error="Enter your street and house number." />,
      ],
      ['Textarea', <Textarea label="Description" rows={3} />],
      ['PasswordInput', <PasswordInput label="Password" name="password" autoComplete="current-password" />],
      ['CodeInput', <CodeInput label="Code" name="totp" hint="Six digits from your authenticator app." />],
      ['EmailCodeField, with a resend after 30 s', <EmailCodeSample />],
      ['RecoveryCodeInput', <RecoveryCodeInput label="Recovery code" name="recovery" />],
      ['Checkbox', <Checkbox label="Use as my default address" defaultChecked />],
      ['DeliveryCheck', <DeliveryCheck items={[]} value={0} />, 'wide'],
      ['WaitlistForm', <WaitlistForm pincode="500092" />, 'wide'],
      ['Switch', <Switch label="Count stock by size" hint="Stock is counted for each size." defaultChecked />],
      ['Switch disabled', <Switch label="Count stock by size" hint="Add sizes first." disabled />],
      ['Checkbox disabled', <Checkbox label="In stock only" disabled />],
    ],
  },
  {
    id: 'showing',
    title: 'Badges, prices, cards, pictures and tables',
    samples: [
      ...badges.map(([tone, label]): Sample => [`Badge ${tone}`, <Badge tone={tone}>{label}</Badge>]),
      ['Price', <Price rupees={125000} />],
      ['Price in a sale', <Price rupees={999} regular={1299} />],
      ['Price large, with paise', <Price rupees={99.5} large />],
      [
        'DeliveryPromiseText',
        <DeliveryPromiseText
          promise={{
            pincode: '500092',
            serviceable: true,
            cod: true,
            to: '2026-12-03',
            shipping: { charge: 80, freeFrom: 2000 },
          }}
          value={1500}
        />,
      ],
      ['Card', <Card>Plot 1, Example Street</Card>],
      ['Card accent', <Card accent>Default address</Card>],
      ...[homePicture('trending-1'), undefined].map((url): Sample => [
        url ? 'Picture' : 'Picture without a URL',
        <Picture
          url={url}
          alt={url ? 'A draped saree' : 'No picture yet'}
          sizes="18rem"
          ratio="4 / 3"
          widths={[320, 640]}
        />,
        'wide',
      ]),
      [
        'Table',
        <Table caption="Sample orders" columns={['Order ID', 'Date', 'Total', 'Status']}>
          {orderRow('65a1b2c3', '15 Jan 2026', 14900, ['green', 'Delivered'])}
          {orderRow('65a1b2c4', 'N/A', 990, ['yellow', 'Pending'])}
        </Table>,
        'full',
      ],
    ],
  },
  {
    id: 'states',
    title: 'Loading, empty and error states, toasts and dialogs',
    samples: [
      ['Skeleton line', <Skeleton height="1.2rem" />, 'wide'],
      ['Skeleton picture', <Skeleton ratio="4 / 3" />, 'wide'],
      ['Spinner', <Spinner label="Uploading images..." />],
      [
        'VisuallyHidden after visible text',
        <p>
          12<VisuallyHidden> products</VisuallyHidden>
        </p>,
      ],
      [
        'ToastHost: success, error, info',
        <div className={css.icons}>
          {(['success', 'error', 'info'] as const).map((kind) => (
            <Button key={kind} look="quiet" onClick={() => toast[kind](`A toast: ${kind}.`)}>
              {kind}
            </Button>
          ))}
        </div>,
      ],
      ['Dialog', <DialogSample />],
      ['StepUpProvider with StepUpDialog', <StepUpSample />],
      [
        'StepUpByEmail, for an account without a password',
        <StepUpByEmail confirm={async () => toast.info('Confirmed.')} />,
      ],
      ...(['info', 'success', 'warning', 'error'] as const).map((kind): Sample => [
        `Notice ${kind}`,
        <Notice kind={kind}>Your address is not confirmed yet.</Notice>,
        'wide',
      ]),
      [
        'FailureNotice',
        <FailureNotice
          failure={new ApiError('NETWORK', 'Check your connection, then try again.')}
          fallback="Login failed"
        />,
        'wide',
      ],
      ['ConfirmDialog', <ConfirmSample />],
      ['ConfirmDialog busy', <ConfirmSample busy />],
      [
        'EmptyState',
        <EmptyState title="Your cart is empty" text="Add a product to get started." heading="h2">
          <ButtonLink to="/">Browse Products</ButtonLink>
        </EmptyState>,
      ],
      [
        'ErrorState with a retry',
        <ErrorState
          title="Failed to load addresses."
          error={new ApiError('INTERNAL', 'Something went wrong.', 500, 'a1b2c3')}
          onRetry={() => toast.info('Retry.')}
        />,
      ],
      [
        'ErrorState offline, compact',
        <ErrorState
          compact
          title="Failed to load addresses."
          error={new ApiError('NETWORK', 'Please check your connection and try again.')}
        />,
      ],
      [
        'ErrorState with a text, without a retry',
        <ErrorState compact title="This product could not be found" text="It may no longer be available." />,
      ],
      ['EmptyState without an action', <EmptyState title="No orders found." />],
    ],
  },
  {
    id: 'frames',
    title: 'Pages, areas and error boundaries',
    samples: [
      ['Page', <p>The heading, lead and margins of this page.</p>],
      [
        'ErrorBoundary around a failing component',
        <ErrorBoundary failed={<p>The rest of the page works.</p>}>
          <Broken />
        </ErrorBoundary>,
      ],
      ...lazySamples.map(([state, load]): Sample => [
        `LazyBoundary, ${state}`,
        <LazyBoundary id={`design/${state}`} load={load} loading={loading} failed={showError} />,
      ]),
      [
        'LazyPart, loaded',
        <LazyPart
          id="design/part"
          load={async () => CountingButton}
          props={{ look: 'secondary' }}
          failed="Not loaded."
        />,
      ],
      [
        'RemoteBoundary of an unknown module',
        <RemoteBoundary remote="mf_checkout" exposed="NotThere" loading={loading} failed={showError} />,
      ],
      [
        'Fragment: the account menu of mf-account',
        <Fragment name="AccountMenu" props={{ layout: 'bar' }} loading={loading} failed={showError} />,
      ],
      [
        'Area',
        <Area
          name="Sample area"
          boundary="shell"
          links={[
            { to: '/design', label: 'Design', icon: 'pencil' },
            { to: '/', label: 'Go to Home', icon: 'home' },
          ]}
          action={{ label: 'Logout', icon: 'logout', run: () => toast.info('Area action.') }}
        >
          <p>The screen is beside the links, below them on a phone.</p>
          <Button look="secondary" onClick={() => toast.info('Screen button.')}>
            Button
          </Button>
        </Area>,
        'full',
      ],
    ],
  },
];
