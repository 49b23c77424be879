import { BoundedMap } from '../storage/bounded-map.ts';
import { weightedElements, type WeightedElement } from './header-list.ts';

/** A media type that can be produced. */
export interface Offer {
  /** Without parameters, in lower case. */
  readonly mediaType: string;
  /** Whether a range with these parameters asks for it; absent: whatever they are. */
  permits?(parameters: readonly string[]): boolean;
}

/** Clients send the same few headers again and again. */
const remembered = 100;

/** Chooses among offers by the Accept header, and remembers what it chose. */
export function negotiator<Choice extends Offer>(
  offers: readonly Choice[],
): (accept: string | undefined) => Choice | undefined {
  const choices = new BoundedMap<string, { readonly choice: Choice | undefined }>(remembered);
  return (accept) =>
    accept === undefined || accept === '*/*'
      ? offers[0]
      : choices.getOrCreate(accept, () => ({ choice: negotiate(accept, offers) })).choice;
}

/**
 * The offer that an Accept header prefers (RFC 9110, section 12.5.1): for each offer the most specific range that
 * matches it decides, `q=0` excludes, and of equals the first offer wins.
 *
 * @param offers the default one first
 */
function negotiate<Choice extends Offer>(
  accept: string,
  offers: readonly Choice[],
): Choice | undefined {
  const ranges = weightedElements(accept);
  let best: Choice | undefined;
  let bestQuality = 0;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > bestQuality) {
      best = offer;
      bestQuality = quality;
    }
  }
  return best;
}

function qualityOf(offer: Offer, ranges: readonly WeightedElement[]): number {
  const [type = ''] = offer.mediaType.split('/', 1);
  const matching = ['*/*', `${type}/*`, offer.mediaType];
  let specificity = -1;
  let quality = 0;
  for (const range of ranges) {
    const found = matching.indexOf(range.value);
    if (found === -1 || (found === 2 && offer.permits?.(range.parameters) === false)) continue;
    // Of ranges that say the same but for parameters, the kindest counts.
    if (found > specificity || (found === specificity && range.quality > quality)) {
      specificity = found;
      quality = range.quality;
    }
  }
  return quality;
}
