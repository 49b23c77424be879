interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

/**
 * Chooses the media type that an Accept header prefers (RFC 9110, section 12.5.1): for each offer the most
 * specific range that matches it decides, `q=0` excludes, and of equals the first offer wins.
 *
 * @param accept value of the header; absent means that anything is fine
 * @param offers media types without parameters, the default one first
 */
export function negotiate(
  accept: string | undefined,
  offers: readonly string[],
): string | undefined {
  if (accept === undefined || accept === '*/*') return offers[0];
  const ranges = parseRanges(accept);
  let best: string | undefined;
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

function parseRanges(accept: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (const element of accept.split(',')) {
    const [range = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const [type, subtype, ...rest] = range.split('/');
    if (!type || !subtype || rest.length > 0 || (type === '*' && subtype !== '*')) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality =
      weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    ranges.push({ type, subtype, quality });
  }
  return ranges;
}

function qualityOf(offer: string, ranges: readonly MediaRange[]): number {
  const [type, subtype] = offer.split('/');
  let specificity = -1;
  let quality = 0;
  for (const range of ranges) {
    const matches =
      range.type === '*' ||
      (range.type === type && (range.subtype === '*' || range.subtype === subtype));
    if (!matches) continue;
    const found = Number(range.type !== '*') + Number(range.subtype !== '*');
    // Of ranges that say the same but for parameters, which no offer has, the kindest counts.
    if (found > specificity || (found === specificity && range.quality > quality)) {
      specificity = found;
      quality = range.quality;
    }
  }
  return quality;
}
