import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';
import type { CallAnswer, CallKey, CallRequest } from '@rangavalli/contracts/calls';
import { type Identity, IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import type { TestService } from '@rangavalli/service-kit/testing/test-service';

const SECRET = 'a-secret-for-tests-only';

interface Answer<K extends CallKey> {
  status: number;
  body: CallAnswer<K> & { code?: string };
  /** The `Set-Cookie` header as it came. */
  setCookie: string | undefined;
}

/** A browser with a cookie of its own, as the gateway lets it through. */
export class Browser {
  cookie: string | undefined;

  constructor(
    private readonly service: TestService,
    private readonly agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ) {}

  /** A second browser with a copy of the cookie. */
  copy(): Browser {
    const other = new Browser(this.service, this.agent);
    other.cookie = this.cookie;
    return other;
  }

  /** Makes a call and keeps the cookie that the answer sets, or forgets it. */
  async call<K extends CallKey>(key: K, request: CallRequest<K>, as?: Identity): Promise<Answer<K>> {
    const [method, path] = key.split(' ') as ['GET', string];
    const { params = {}, body } = request as { params?: Record<string, string>; body?: object };
    const answer = await this.service.app.inject({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(params[name])),
      ...(body ? { payload: body } : {}),
      headers: {
        'user-agent': this.agent,
        ...(this.cookie ? { cookie: `theme=dark; ${refreshCookie.name}=${this.cookie}` } : {}),
        ...(as ? { [IDENTITY_HEADER]: signIdentity(as, SECRET) } : {}),
      },
    });
    const setCookie = answer.headers['set-cookie'] as string | undefined;
    if (setCookie) this.cookie = new RegExp(`^${refreshCookie.name}=([^;]*);`).exec(setCookie)?.[1] || undefined;
    return { status: answer.statusCode, body: answer.json(), setCookie };
  }

  logIn(email: string, password: string): Promise<Answer<'POST /users/login'>> {
    return this.call('POST /users/login', { body: { email, password } });
  }

  refresh(): Promise<Answer<'POST /users/refresh'>> {
    return this.call('POST /users/refresh', {});
  }
}
