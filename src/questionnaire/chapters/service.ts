import { checkServiceName, type ServiceSection } from '../../specification/index.ts';
import { kebabCaseOf, titleOf } from '../../specification/names/casing.ts';
import { defined } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText, type Help } from '../asking.ts';
import { restByDefault, takesDefaults, type Chapter, type Facts } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { without } from '../without.ts';

export const service: Chapter = {
  part: 'service',
  about: 'what it is called and how it presents itself',
  offersRest: true,
  async ask(ask, draft, facts, again) {
    const named = await askName(ask, draft, facts, again);
    if (!again && (await takesDefaults(ask, printable(presentation(named))))) return named;
    ask.say(restByDefault);
    return askRest(ask, named);
  },
  understood,
};

async function askName(ask: Ask, draft: Draft, facts: Facts, again: boolean): Promise<Draft> {
  const check = (name: string) =>
    name === ''
      ? 'A service needs a name, such as order-desk.'
      : (checkServiceName(name) ?? facts.placeProblem?.(name));
  const present = draft.service.name;
  if (!again && present !== '' && check(present) === undefined) {
    return draft;
  }
  const likely = [present, kebabCaseOf(facts.directoryName)].find(
    (name) => name !== '' && check(name) === undefined,
  );
  const help: Help = {
    text: 'Lower-case words joined by hyphens. The directory and the package get this name, and the title and the vendor are made from it.',
    example: 'order-desk',
  };
  const name = await askText(ask, { message: 'Name of the service', help, default: likely, check });
  return withSection(draft, 'service', { ...draft.service, name });
}

/** The texts after the name; each is left out where it says what holds anyway. */
async function askRest(ask: Ask, draft: Draft): Promise<Draft> {
  let answered = draft;
  for (const { message, help, read, write } of texts(draft.service.name)) {
    const text = await askText(ask, {
      message,
      help,
      default: read(answered.service),
      check: (typed) => problemOf(answered, withText(answered, write, typed)),
    });
    answered = withText(answered, write, text);
  }
  return answered;
}

interface Text {
  readonly message: string;
  readonly help: Help;
  readonly read: (section: ServiceSection) => string | undefined;
  /** The section with the text; undefined takes it away. */
  readonly write: (section: ServiceSection, text: string | undefined) => ServiceSection;
}

function texts(name: string): readonly Text[] {
  return [
    plain('title', titleOf(name), {
      message: 'Title, as people read it',
      help: {
        text: 'The heading of README.md and INTERFACE.md, and the title of the OpenAPI document.',
        example: 'Order Desk',
      },
    }),
    plain('vendor', name, {
      message: 'Vendor, a short name of the company or team behind it',
      help: {
        text: [
          'Clients see it in names that must differ from those of other companies:',
          '  media types  application/vnd.acme.v1+json',
          '  events       com.acme.order.created',
          '  API keys     acme_live_…',
          '  sign-in      the realm that a 401 answer names',
          'Lower-case words joined by hyphens. Services of one company can share it.',
        ],
        example: 'acme',
      },
    }),
    plain('purpose', undefined, {
      message: 'Purpose, in a sentence (empty: none)',
      help: {
        text: 'What the service is for. README.md, INTERFACE.md and the OpenAPI document show it.',
        example: 'Takes orders from partner shops and follows them until delivery.',
      },
    }),
    plain('domain', undefined, {
      message: 'Domain, such as retail logistics (empty: none)',
      help: {
        text: 'The field of business that its words belong to. INTERFACE.md names it.',
        example: 'retail logistics',
      },
    }),
    plain('baseUrl', undefined, {
      message: 'Public address, https://… (empty: that of the host)',
      help: {
        text: 'Where clients reach the service, in front of every proxy. Links, Location fields and the OpenAPI document begin with it; BASE_URL in the environment replaces it. Left empty, it is the host and port that the service listens on.',
        example: 'https://api.acme.example',
      },
    }),
    contact('name', {
      message: 'Contact: name of a team or person (empty: none)',
      help: {
        text: 'Clients find the contact in INTERFACE.md and in the OpenAPI document.',
        example: 'Order team',
      },
    }),
    contact('email', {
      message: 'Contact: mail address (empty: none)',
      help: {
        text: 'An address that the people in charge of the service read.',
        example: 'orders@acme.example',
      },
    }),
    contact('url', {
      message: 'Contact: web address (empty: none)',
      help: { text: 'A page where clients find help.', example: 'https://acme.example/support' },
    }),
    plain('license', undefined, {
      message: 'Licence of the interface, such as Apache-2.0 (empty: none)',
      help: {
        text: 'Under which terms others may use the description of the interface: an SPDX identifier.',
        example: ['Apache-2.0', 'MIT'],
      },
    }),
  ];
}

type PlainKey = 'title' | 'vendor' | 'purpose' | 'domain' | 'baseUrl' | 'license';
type Asked = Pick<Text, 'message' | 'help'>;

function plain(key: PlainKey, defaultValue: string | undefined, asked: Asked): Text {
  return {
    ...asked,
    read: (section) => section[key] ?? defaultValue,
    write: (section, text) => ({
      ...without(section, key),
      ...(text === undefined || text === defaultValue ? {} : { [key]: text }),
    }),
  };
}

function contact(key: 'name' | 'email' | 'url', asked: Asked): Text {
  return {
    ...asked,
    read: (section) => section.contact?.[key],
    write({ contact: present, ...others }, text) {
      const changed = defined({ ...present, [key]: text });
      return { ...others, ...(Object.keys(changed).length === 0 ? {} : { contact: changed }) };
    },
  };
}

function withText(draft: Draft, write: Text['write'], text: string): Draft {
  const section = write(draft.service, text === '' ? undefined : text);
  return withSection(draft, 'service', section);
}

function understood(draft: Draft): string {
  return printable(`${draft.service.name}, ${presentation(draft)}`);
}

/** How the service presents itself: what is asked after the name. */
function presentation({ service }: Draft): string {
  const { name, title = titleOf(name), vendor = name, baseUrl, license } = service;
  const rest = [baseUrl === undefined ? undefined : `at ${baseUrl}`, license];
  return [
    `title "${title}"`,
    `vendor ${vendor}`,
    ...rest.filter((each) => each !== undefined),
  ].join(', ');
}
