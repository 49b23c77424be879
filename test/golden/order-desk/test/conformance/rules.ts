/** A rule that the tests of this folder prove; their titles begin with its ID. */
export interface Rule {
  /** Stable: `C-001`. */
  readonly id: string;
  /** Of the interface, as the names of the test files have it: `4a`. */
  readonly part: string;
  readonly title: string;
}

/** The parts of the interface that have rules, in their order. */
export const parts: readonly { readonly part: string; readonly title: string }[] = [
  { part: '1', title: 'What the service does' },
  { part: '2', title: 'Resources and their fields' },
  { part: '3', title: 'States and transitions' },
  { part: '4a', title: 'Endpoints: paths and lists' },
  { part: '4b', title: 'Endpoints: methods' },
  { part: '4c', title: 'Endpoints: representations and headers' },
  { part: '5', title: 'Authentication and access' },
  { part: '7', title: 'Errors' },
  { part: '8', title: 'Limits' },
  { part: '9', title: 'Versioning' },
];

const titles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1': {
    'C-001': 'The home document says what the service is, and links to everything',
    'C-002': 'An OpenAPI document describes what is served, and nothing else',
    'C-003': 'The API catalogue leads machines to every version',
    'C-004': 'Health is told without a credential and without internals',
  },
  '2': {
    'C-005': 'Nothing but the resources of the specification is found',
    'C-006': 'Types are enforced, and nothing is converted',
    'C-007': 'Unknown members are refused',
    'C-008': 'Formats are checked by their meaning, and no digit is lost',
    'C-009': 'What the service sets, a client cannot',
    'C-010': 'What is only written is never shown',
    'C-011': 'Identifiers cannot be guessed',
    'C-012': 'JSON is read strictly',
  },
  '3': {
    'C-013': 'An active version shows that it is active, and no end',
    'C-019': 'States follow the clock, not the deployment',
  },
  '4a': {
    'C-028': 'Paths are nouns',
    'C-029': 'Collections are plural and lower-case, and case matters',
    'C-030': 'Words are joined by hyphens',
    'C-031': 'No file extension selects a format',
    'C-032': 'An action is a POST to a path below its resource',
    'C-033': 'Repeating an action does nothing twice',
    'C-034': 'A child is found below its own parent alone',
    'C-035': 'Resources are nested two levels deep at most',
    'C-036': 'Slashes and percent-encoding are read exactly',
    'C-037': 'Pages and sizes are whole numbers',
    'C-038': 'A size above the limit is cut down to it',
    'C-039': 'A page is an envelope with links that keep the query',
    'C-040': 'A page beyond the end is empty',
    'C-041': 'The order is stable across pages',
    'C-042': 'A cursor belongs to its query, and cannot be forged',
    'C-043': 'The total is counted where the specification says so',
    'C-044': 'Filters are exact and typed',
    'C-045': 'Unknown parameters are refused',
    'C-046': 'Lists are sorted by several keys, by value',
    'C-047': 'A sort without a direction ascends',
    'C-048': 'What a collection does not offer is refused',
  },
  '4b': {
    'C-049': 'GET answers what is stored, for its reader alone',
    'C-050': 'Reading changes nothing',
    'C-051': 'What its reader has already is not sent again',
    'C-052': 'A body of GET means nothing',
    'C-053': 'POST creates, and says where',
    'C-054': 'Two POSTs make two resources',
    'C-055': 'An answer to POST is not kept',
    'C-056': 'POST needs a body and its type',
    'C-057': 'A repeated Idempotency-Key repeats the answer, not the change',
    'C-058': 'PUT replaces the whole',
    'C-059': 'PUT creates where the specification says so alone',
    'C-060': 'Repeating PUT changes nothing',
    'C-061': 'PUT answers without a validator, POST and PATCH with one',
    'C-062': 'PUT of a part is refused',
    'C-063': 'PATCH changes what it names, as a whole or not at all',
    'C-064': 'Repeating a merge patch changes nothing',
    'C-065': 'No change is lost: it is made for a known state',
    'C-066': 'DELETE answers 204 with nothing',
    'C-067': 'A second DELETE finds nothing',
    'C-068': 'A body of DELETE is read and ignored',
    'C-069': 'HEAD answers like GET, without the body',
    'C-070': 'OPTIONS answers with the exact methods',
    'C-071': 'OPTIONS * is answered',
    'C-072': 'Browsers of permitted origins are let in, and no others',
    'C-073': 'A preflight changes nothing and counts nothing',
    'C-074': 'TRACE echoes nothing',
    'C-075': 'TRACE, where it is on, leaves secrets out',
    'C-076': 'CONNECT opens no tunnel',
    'C-077': 'An unknown method is not implemented',
    'C-078': 'A method that is not offered answers with those that are',
    'C-079': 'QUERY is offered or refused like any method',
    'C-080': 'No header and no parameter changes the method',
  },
  '4c': {
    'C-081': 'Accept is read in full',
    'C-082': 'What is not acceptable is not done either',
    'C-083': 'Problems have their own type, whatever Accept says',
    'C-084': 'Texts come in the language that Accept-Language prefers',
    'C-085': 'Content-Type is exact',
    'C-086': 'Bodies of other types and codings are refused',
    'C-087': 'Vary names what an answer was chosen by',
    'C-088': 'Every answer protects its reader, and hides the server',
    'C-089': 'JSON is an object at the top',
    'C-090': 'XML shows the same model',
    'C-091': 'HAL shows the same model',
    'C-092': 'JSON:API shows the same model',
    'C-093': 'HTML shows the same model, escaped',
    'C-094': 'The types of the document are those that are served',
    'C-095': 'All representations tell the same, each with its own entity tag',
    'C-096': 'Large answers are compressed, each coding with its own entity tag',
    'C-097': 'No session: any replica answers any request',
  },
  '5': {
    'C-098': 'An API key identifies its client, and is kept as a hash',
    'C-099': 'A refusal names the scheme',
    'C-111': 'Nothing is permitted but what is granted',
    'C-115': 'Whatever arrives is validated',
    'C-116': 'The document says who has to identify themselves, and how',
  },
  '7': {
    'C-131': 'Expect is answered before the body',
    'C-132': 'A success is no problem, and a problem no success',
    'C-133': 'Nothing is redirected',
    'C-134': 'No request is the fault of the service',
    'C-135': 'A fault of the service tells nothing of its inside',
    'C-136': 'A 200 has a body and its type',
    'C-137': 'A 201 has an address and a representation',
    'C-138': 'A 204 has nothing',
    'C-139': 'What is malformed answers 400',
    'C-140': 'Every violation is told at once, with one status',
    'C-141': 'Without a credential the answer is 401',
    'C-142': 'Who is known but not permitted gets 403',
    'C-143': 'What does not exist and what cannot exist are not found alike',
    'C-144': 'A method that is not offered answers 405 and Allow',
    'C-145': 'A conflict answers 409, and one of many wins',
    'C-146': 'After a fault the service goes on',
    'C-147': 'Problems from below the framework are problems as well',
    'C-148': 'All problems have one schema and a page about each',
    'C-149': 'Members of problems have names that XML can carry',
    'C-150': 'A client of XML gets its problems in XML',
    'C-151': 'A retired version answers 410 and leads on',
    'C-152': 'No problem repeats what a client sent',
    'C-153': 'Every answer has an identifier, that of its trace if there is one',
  },
  '8': {
    'C-162': 'A body has a limit',
    'C-163': 'Addresses and headers have limits',
    'C-164': 'A slow request has a limit',
  },
  '9': {
    'C-180': 'A version has three numbers, of which clients see one',
    'C-182': 'Every answer tells its version',
    'C-183': 'The path names the version',
    'C-198': 'Nothing but the path selects a version',
  },
};

/** Every rule that is looked at, by part. */
export const rules: readonly Rule[] = parts.flatMap(({ part }) =>
  Object.entries(titles[part] ?? {}).map(([id, title]) => ({ id, part, title })),
);

/** IDs that the title of a test begins with. */
export function rulesOf(title: string): readonly string[] {
  return /^(?:C-\d{3}(?: |$))*/.exec(title)?.[0].trim().split(' ').filter(Boolean) ?? [];
}
