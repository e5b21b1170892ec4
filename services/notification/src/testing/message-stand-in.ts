import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';

interface Message {
  channel: string;
  to: string;
  template?: string;
  variables: string[];
  eventKey?: string;
}

export const APP_SECRET = 'app-secret-for-tests';
export const PREVIOUS_APP_SECRET = 'previous-app-secret-for-tests';
const KEYS = {
  MSG91_AUTH_KEY: 'auth-key-for-tests',
  WHATSAPP_ACCESS_TOKEN: 'access-token-for-tests',
  WHATSAPP_PHONE_ID: '100000000000001',
  WHATSAPP_APP_SECRET: APP_SECRET,
};

/** MSG91, WhatsApp and a push service in a process of their own. */
export class MessageStandIn {
  private constructor(
    readonly process: TestProcess,
    private readonly folder: string,
  ) {}

  /** Statuses of WhatsApp are sent by the tests themselves. */
  static async start(): Promise<MessageStandIn> {
    const folder = await mkdtemp(join(tmpdir(), 'rangavalli-messages-'));
    const main = new URL(import.meta.resolve('@rangavalli/messages-stand-in/main'));
    return new MessageStandIn(await startTestProcess(main, { ...KEYS, DATA_DIR: folder }), folder);
  }

  get env(): Record<string, string> {
    const templates = JSON.stringify({
      parcel_picked_up: 'picked_up',
      out_for_delivery: 'on_the_way',
      delivered: 'delivered',
      one_time_code: 'code',
      cod_confirm: 'confirm',
      payment_failed: 'payment_failed',
    });
    return {
      ...KEYS,
      MSG91_API_URL: this.process.url,
      SMS_TEMPLATES: templates,
      WHATSAPP_API_URL: `${this.process.url}/v23.0`,
      WHATSAPP_TEMPLATES: templates,
      WHATSAPP_APP_SECRET_PREVIOUS: PREVIOUS_APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: 'verify-token-for-tests',
      PUSH_HOSTS: new URL(this.process.url).host,
    };
  }

  async messages(eventKey?: string): Promise<Message[]> {
    const query = eventKey ? `?eventKey=${eventKey}` : '';
    const { messages } = (await (await fetch(`${this.process.url}/messages${query}`)).json()) as {
      messages: Message[];
    };
    return messages;
  }

  async fault(channel: 'sms' | 'whatsapp' | 'push', fault: string, count = 1): Promise<void> {
    await fetch(`${this.process.url}/simulate/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel, fault, count }),
    });
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
