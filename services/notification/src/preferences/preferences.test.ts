import { createECDH, randomBytes } from 'node:crypto';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { EventData } from '@rangavalli/contracts/events';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import webPush from 'web-push';
import { MessageStandIn } from '../testing/message-stand-in.js';
import { customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';

const PHONE = '9848010407';
const vapid = webPush.generateVAPIDKeys();

let standIn: MessageStandIn;
let service: TestNotification;
let someone: Identity;
beforeAll(async () => {
  standIn = await MessageStandIn.start();
  service = await startTestNotification({
    ...standIn.env,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    NOTIFICATION_POLL_MS: '3600000',
    DELAY_SWEEP_MS: '3600000',
  });
  service.nats.subscribe('rpc.user.contact.get', {
    callback: (_error, message) => void message.respond(JSON.stringify({ ok: true, data: {} })),
  });
});
afterAll(async () => {
  await service.stop();
  await standIn.stop();
});
beforeEach(() => {
  someone = { ...customer, id: randomBytes(12).toString('hex') };
});

const sendCode = (phone: string) => service.call('POST /notifications/phone', { body: { phone } }, someone);
const verify = async (phone = PHONE) => {
  expect((await sendCode(phone)).status).toBe(200);
  const sent = (await standIn.messages()).findLast(({ template }) => template === 'code');
  const body = { code: sent?.variables[0] ?? '' };
  expect((await service.call('POST /notifications/phone/verify', { body }, someone)).status).toBe(200);
};
const change = (body: CallRequest<'PUT /notifications/preferences'>['body']) =>
  service.call('PUT /notifications/preferences', { body }, someone);
const subscribe = (name: string, caller = someone) => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const keys = { p256dh: curve.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') };
  const body = { endpoint: `${standIn.process.url}/push/${name}`, keys };
  return service.call('POST /notifications/push', { body }, caller);
};
const found = async (caller = someone) =>
  (await service.call('GET /notifications/preferences', {}, caller)).body.preferences;
const revokedEvent = (changes: Partial<EventData<'user.revoked'>>) =>
  createEvent('user.revoked', { userId: someone.id, sessionVersion: 1, reason: 'reset', ...changes });
const publish = async (event: ReturnType<typeof revokedEvent>, messageId?: string) => {
  await service.send(event, messageId);
  await eventually(async () => expect(await service.hasHandled('user.revoked')).toBe(true));
};

describe('an account that is handed over to its owner', () => {
  const optIn = { whatsApp: { isOptedIn: true, source: 'account' } } as const;
  const noSms = { kinds: [{ kind: 'delivered', channel: 'sms', isOn: false }] } as const;
  const night = { quietHours: { isOn: true, from: '22:00', to: '06:00' } };
  const isSmsOn = ({ kinds }: Awaited<ReturnType<typeof found>>) =>
    kinds.find(({ kind }) => kind === 'delivered')?.channels.find(({ channel }) => channel === 'sms')?.isOn;

  it('loses the number, the opt-in, the browsers and the choices of the person who had it before', async () => {
    await verify();
    await change({ ...optIn, kinds: [...noSms.kinds], ...night });
    await subscribe('of-a-stranger');
    await publish(revokedEvent({ isHandedOver: true }));
    const left = await found();
    expect(left).toMatchObject({
      phone: { isVerified: false },
      whatsApp: { isOptedIn: false },
      quietHours: { from: '21:00' },
      pushSubscriptions: 0,
    });
    expect(left.phone).not.toHaveProperty('number');
    expect(isSmsOn(left)).toBe(true);
  });

  it('keeps what its owner has decided since, also when the event is repeated', async () => {
    await verify();
    const event = revokedEvent({ isHandedOver: true });
    await publish(event);
    await verify('9848012345');
    await change({ ...optIn, kinds: [...noSms.kinds], ...night });
    await subscribe('of-the-owner');
    await publish(event, `${event.id}-again`);
    const kept = await found();
    expect(kept).toMatchObject({
      phone: { number: '9848012345', isVerified: true },
      whatsApp: { isOptedIn: true },
      quietHours: { from: '22:00' },
      pushSubscriptions: 1,
    });
    expect(isSmsOn(kept)).toBe(false);
  });
});

test('a new password of the owner ends no choices', async () => {
  await verify();
  await publish(revokedEvent({ reason: 'password_changed' }));
  expect((await found()).phone).toEqual({ number: PHONE, isVerified: true });
});

describe('a subscribed browser', () => {
  const [laptop, phone] = ['0b6d1c8e-0000-4000-8000-00000000000a', '0b6d1c8e-0000-4000-8000-00000000000b'] as const;
  const subscribeBoth = async () => {
    await subscribe(`laptop-${someone.id}`, { ...someone, sessionId: laptop });
    await subscribe(`phone-${someone.id}`, { ...someone, sessionId: phone });
    expect((await found()).pushSubscriptions).toBe(2);
  };

  it('ends with its session, and no other one does', async () => {
    await subscribeBoth();
    await publish(revokedEvent({ sessionId: laptop, sessionVersion: 0, reason: 'logged_out' }));
    expect((await found()).pushSubscriptions).toBe(1);
  });

  it('ends with all sessions of the account; one that was added since stays', async () => {
    await subscribeBoth();
    const event = revokedEvent({ reason: 'password_changed' });
    await publish(event);
    expect((await found()).pushSubscriptions).toBe(0);
    await subscribe(`laptop-${someone.id}`);
    await publish(event, `${event.id}-again`);
    expect((await found()).pushSubscriptions).toBe(1);
  });

  it('belongs to the account that sent it last', async () => {
    const next = { ...someone, id: randomBytes(12).toString('hex') };
    await subscribe(`shared-${someone.id}`, someone);
    await subscribe(`shared-${someone.id}`, next);
    expect([(await found()).pushSubscriptions, (await found(next)).pushSubscriptions]).toEqual([0, 1]);
  });
});

test('a code that could not be sent does not block the corrected number', async () => {
  await standIn.fault('sms', 'reject');
  expect((await sendCode(PHONE)).body.code).toBe('MESSAGE_REJECTED');
  expect((await sendCode('9848012345')).status).toBe(200);
  expect((await sendCode('9848012345')).body.code).toBe('RATE_LIMITED');
});
