import { fillPath } from '@rangavalli/contracts/path';
import type { CallKey, CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import { deviceCookieName, refreshCookieName } from '@rangavalli/contracts/refresh-cookie';
import type { Identity, Visitor } from '@rangavalli/service-kit/http/identity';
import { testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import type { TestService } from '@rangavalli/service-kit/testing/test-service';

interface Response<K extends CallKey> {
  status: number;
  body: CallResponse<K> & { code?: string; message?: string; details?: Record<string, unknown> };
  /** Of the refresh cookie. */
  setCookie: string | undefined;
}

const names = { cookie: refreshCookieName(false), device: deviceCookieName(false) } as const;

export class Browser {
  /** The refresh cookie. */
  cookie: string | undefined;
  device: string | undefined;
  network: Partial<Visitor> = {};

  constructor(
    private readonly service: TestService,
    private readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ) {}

  copy(): Browser {
    const other = new Browser(this.service, this.userAgent);
    other.cookie = this.cookie;
    other.device = this.device;
    return other;
  }

  async call<K extends CallKey>(key: K, request: CallRequest<K>, as?: Identity): Promise<Response<K>> {
    const [method, path] = key.split(' ') as ['GET', string];
    const { params = {}, body } = request as { params?: Record<string, string>; body?: object };
    const cookies = (['cookie', 'device'] as const).flatMap((kind) =>
      this[kind] ? [`${names[kind]}=${this[kind]}`] : [],
    );
    const response = await this.service.app.inject({
      method,
      url: fillPath(path, params),
      ...(body ? { payload: body } : {}),
      headers: {
        'user-agent': this.userAgent,
        cookie: ['theme=dark', ...cookies].join('; '),
        ...testIdentityHeader('user', as, this.network),
      },
    });
    const setCookies = [response.headers['set-cookie'] ?? []].flat();
    for (const kind of ['cookie', 'device'] as const) {
      const value = setCookies.find((cookie) => cookie.startsWith(`${names[kind]}=`));
      if (value) this[kind] = new RegExp(`^${names[kind]}=([^;]*);`).exec(value)?.[1] || undefined;
    }
    const setCookie = setCookies.find((cookie) => cookie.startsWith(`${names.cookie}=`));
    return { status: response.statusCode, body: response.json(), setCookie };
  }

  logIn(email: string, password: string): Promise<Response<'POST /users/login'>> {
    return this.call('POST /users/login', { body: { email, password } });
  }

  refresh(): Promise<Response<'POST /users/refresh'>> {
    return this.call('POST /users/refresh', {});
  }
}
