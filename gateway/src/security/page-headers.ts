import { Inject, Injectable } from '@nestjs/common';
import { PAGE_ZONE_HEADER, type PageZone, pageZones } from '@rangavalli/contracts/page-zone';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { GatewayConfig } from '../config.js';
import type { UpstreamResponse } from '../upstream/upstream-response.js';
import { contentSecurityPolicies, permissionsPolicies } from './page-policies.js';

/** Responses without a zone, such as calls, files and errors, may load nothing from third parties. */
const STRICTEST_ZONE: PageZone = 'access';

const isZone = (value: unknown): value is PageZone => pageZones.some((zone) => zone === value);

@Injectable()
export class PageHeaders {
  private readonly byZone: Readonly<Record<PageZone, Record<string, string>>>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const [contents, permissions] = [contentSecurityPolicies(config), permissionsPolicies(config)];
    const headersOf = (zone: PageZone): Record<string, string> => ({
      'content-security-policy': contents[zone],
      'permissions-policy': permissions[zone],
    });
    this.byZone = Object.fromEntries(pageZones.map((zone) => [zone, headersOf(zone)])) as Record<
      PageZone,
      Record<string, string>
    >;
  }

  /** Returns the policies of the zone that the shell's response names. */
  of(headers: UpstreamResponse['headers']): Record<string, string> {
    const zone = headers[PAGE_ZONE_HEADER];
    return this.byZone[isZone(zone) ? zone : STRICTEST_ZONE];
  }
}
