import type { AuthenticationSection } from '../../specification/index.ts';
import { standards } from '../../specification/schema/standards.ts';
import { askChoice, askText } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';

export const authentication: Chapter = {
  part: 'authentication',
  about: 'who may call it',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    const mechanism = await askChoice(ask, {
      message: 'How do clients say who they are?',
      choices: [
        { value: 'api-key', name: 'by an API key in a header' },
        { value: 'none', name: 'not at all: anyone may do anything' },
      ],
      default: mechanismOf(draft),
    });
    if (mechanism === 'none') return withSection(draft, 'authentication', { mechanisms: ['none'] });
    const header = await askText(ask, {
      message: 'Header that carries the key',
      default: headerOf(draft),
      check: (typed) => problemOf(draft, withHeader(draft, typed)),
    });
    return withHeader(draft, header);
  },
  understood,
};

function withHeader(draft: Draft, header: string): Draft {
  const section: AuthenticationSection =
    header === standards.apiKeyHeader ? {} : { apiKey: { header } };
  return withSection(draft, 'authentication', section);
}

function mechanismOf({ authentication }: Draft): 'api-key' | 'none' {
  return authentication?.mechanisms?.[0] ?? standards.mechanism;
}

function headerOf({ authentication }: Draft): string {
  return authentication?.apiKey?.header ?? standards.apiKeyHeader;
}

function understood(draft: Draft): string {
  return mechanismOf(draft) === 'none'
    ? 'none: anyone may do anything'
    : `an API key in the header ${printable(headerOf(draft))}`;
}
