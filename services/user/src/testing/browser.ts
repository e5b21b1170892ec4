import { fillPath } from '@rangavalli/contracts/path';
import type { CallKey, CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';
import { type Identity, IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import type { TestService } from '@rangavalli/service-kit/testing/test-service';

const SECRET = 'a-secret-for-tests-only';

interface Response<K extends CallKey> {
  status: number;
  body: CallResponse<K> & { code?: string };
  setCookie: string | undefined;
}

export class Browser {
  cookie: string | undefined;

  constructor(
    private readonly service: TestService,
    private readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ) {}

  copy(): Browser {
    const other = new Browser(this.service, this.userAgent);
    other.cookie = this.cookie;
    return other;
  }

  async call<K extends CallKey>(key: K, request: CallRequest<K>, as?: Identity): Promise<Response<K>> {
    const [method, path] = key.split(' ') as ['GET', string];
    const { params = {}, body } = request as { params?: Record<string, string>; body?: object };
    const response = await this.service.app.inject({
      method,
      url: fillPath(path, params),
      ...(body ? { payload: body } : {}),
      headers: {
        'user-agent': this.userAgent,
        ...(this.cookie ? { cookie: `theme=dark; ${refreshCookie.name}=${this.cookie}` } : {}),
        ...(as ? { [IDENTITY_HEADER]: signIdentity(as, SECRET) } : {}),
      },
    });
    const setCookie = response.headers['set-cookie'] as string | undefined;
    if (setCookie) this.cookie = new RegExp(`^${refreshCookie.name}=([^;]*);`).exec(setCookie)?.[1] || undefined;
    return { status: response.statusCode, body: response.json(), setCookie };
  }

  logIn(email: string, password: string): Promise<Response<'POST /users/login'>> {
    return this.call('POST /users/login', { body: { email, password } });
  }

  refresh(): Promise<Response<'POST /users/refresh'>> {
    return this.call('POST /users/refresh', {});
  }
}
