import { AppError } from '@rangavalli/service-kit/app-error';
import type { z } from 'zod';
import type { CourierHttp, CourierRequest, CourierResponse } from './courier-http.js';
import { login } from './shiprocket-entities.js';

/** A token is valid for ten days. */
const TOKEN_MS = 9 * 86_400_000;

/** Requests to Shiprocket with a token, which is renewed when it is old or refused. */
export class ShiprocketSession {
  private token: { value: Promise<string>; renewAt: number } | undefined;

  constructor(
    private readonly http: CourierHttp,
    private readonly account: { email: string; password: string },
  ) {}

  /** @throws AppError COURIER_UNAVAILABLE, COURIER_REFUSED */
  async request(request: CourierRequest): Promise<CourierResponse> {
    const token = await this.currentToken();
    const response = await this.http.request(this.with(token, request));
    if (response.status !== 401) return response;
    this.token = undefined;
    return this.http.request(this.with(await this.currentToken(), request));
  }

  async read<T extends z.ZodType>(shape: T, request: CourierRequest): Promise<z.output<T>> {
    return this.http.parse(shape, await this.request(request));
  }

  private with(token: string, request: CourierRequest): CourierRequest {
    return {
      ...request,
      path: `/v1/external${request.path}`,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    };
  }

  /** Concurrent requests share one login. */
  private currentToken(): Promise<string> {
    if (!this.token || Date.now() > this.token.renewAt) {
      const value = this.login();
      const token = { value, renewAt: Date.now() + TOKEN_MS };
      this.token = token;
      value.catch(() => {
        if (this.token === token) this.token = undefined;
      });
    }
    return this.token.value;
  }

  private async login(): Promise<string> {
    const request = { method: 'POST', path: '/v1/external/auth/login', json: this.account, isRead: true } as const;
    const response = await this.http.request(request);
    if (response.status >= 400)
      throw new AppError('COURIER_REFUSED', { message: 'Shiprocket refused the login. Please check the account.' });
    return this.http.parse(login, response).token;
  }
}
