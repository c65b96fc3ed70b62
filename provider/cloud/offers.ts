import type { Clock } from '../../src/clock';
import type { ProviderOptions, SkeClient } from '../../src/stackit';
import type { Scope } from '../engine/kind';

/** How long offers count, in milliseconds: versions come and go on the scale of weeks. */
const LIFETIME = 600_000;

/** Versions, machine types, images, zones and volume types that SKE offers in a region, asked for once in a while. */
export type Offers = (scope: Scope) => Promise<ProviderOptions>;

/** Remembers the offers of each region. A failed call is remembered by nobody. */
export function createOffers(ske: SkeClient, clock: Clock): Offers {
  const known = new Map<string, { readonly until: number; readonly offers: Promise<ProviderOptions> }>();
  return (scope) => {
    const former = known.get(scope.region);
    if (former && former.until > clock.now()) return former.offers;
    const offers = ske.getProviderOptions(scope).then(({ body }) => body);
    known.set(scope.region, { until: clock.now() + LIFETIME, offers });
    offers.catch(() => {
      if (known.get(scope.region)?.offers === offers) known.delete(scope.region);
    });
    return offers;
  };
}
