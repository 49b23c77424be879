import { checkServiceName, type ServiceSection } from '../../specification/index.ts';
import { kebabCaseOf, titleOf } from '../../specification/names/casing.ts';
import { defined } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText } from '../asking.ts';
import { takesDefaults, type Chapter, type Facts } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { without } from '../without.ts';

export const service: Chapter = {
  part: 'service',
  about: 'what it is called and how it presents itself',
  async ask(ask, draft, facts, again) {
    const named = await askName(ask, draft, facts, again);
    if (!again && (await takesDefaults(ask, printable(presentation(named))))) return named;
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
  const name = await askText(ask, { message: 'Name of the service', default: likely, check });
  return withSection(draft, 'service', { ...draft.service, name });
}

/** The texts after the name; each is left out where it says what holds anyway. */
async function askRest(ask: Ask, draft: Draft): Promise<Draft> {
  let answered = draft;
  for (const { message, read, write } of texts(draft.service.name)) {
    const text = await askText(ask, {
      message,
      default: read(answered.service),
      check: (typed) => problemOf(answered, withText(answered, write, typed)),
    });
    answered = withText(answered, write, text);
  }
  return answered;
}

interface Text {
  readonly message: string;
  readonly read: (section: ServiceSection) => string | undefined;
  /** The section with the text; undefined takes it away. */
  readonly write: (section: ServiceSection, text: string | undefined) => ServiceSection;
}

function texts(name: string): readonly Text[] {
  return [
    plain('Title, as people read it', 'title', titleOf(name)),
    plain('Vendor, in media types and realms', 'vendor', name),
    plain('Purpose, in a sentence (empty: none)', 'purpose'),
    plain('Domain, such as retail logistics (empty: none)', 'domain'),
    plain('Public address, https://… (empty: that of the host)', 'baseUrl'),
    contact('Contact: name of a team or person (empty: none)', 'name'),
    contact('Contact: mail address (empty: none)', 'email'),
    contact('Contact: web address (empty: none)', 'url'),
    plain('Licence of the interface, such as Apache-2.0 (empty: none)', 'license'),
  ];
}

type PlainKey = 'title' | 'vendor' | 'purpose' | 'domain' | 'baseUrl' | 'license';

function plain(message: string, key: PlainKey, standard?: string): Text {
  return {
    message,
    read: (section) => section[key] ?? standard,
    write: (section, text) => ({
      ...without(section, key),
      ...(text === undefined || text === standard ? {} : { [key]: text }),
    }),
  };
}

function contact(message: string, key: 'name' | 'email' | 'url'): Text {
  return {
    message,
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
