import { atKey, keyIssues, type Issue, type IssueDetails } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, isMapping, own } from '../plain.ts';
import { verbsOf } from '../resolve/access.ts';
import { historyOf } from '../resolve/history.ts';
import { methods as allMethods, resourceEndpoints } from '../schema.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { unknownResource } from './parents.ts';
import { actionNames, resourceNames, transitionNames, type CheckContext } from './check-context.ts';

const section = ['authentication', 'allow'];

/** What people write for a verb that has another name here. */
const synonyms: Readonly<Record<string, string>> = {
  list: 'read',
  get: 'read',
  head: 'read',
  view: 'read',
  post: 'create',
  add: 'create',
  put: 'replace',
  patch: 'update',
  edit: 'update',
  write: 'update',
  remove: 'delete',
};

/** What is allowed is offered: the resource is there, and so is the verb. */
export function allowIssues(context: CheckContext): Issue[] {
  const allow = valueAt(context.raw, section);
  if (!isMapping(allow)) return [];
  const names = resourceNames(context);
  const histories = names.filter(
    (name) => valueAt(context.raw, ['states', name, 'history']) === true,
  );
  const all = [...names, ...histories.map(historyOf)];
  const [known, declared] = [new Set(all), new Set(names)];
  return Object.entries(allow).flatMap(([name, verbs]) => {
    const path = [...section, name];
    if (!known.has(name)) return [atKey(path, unknownResource(name, all))];
    const offer = declared.has(name) ? offerOf(context, name) : undefined;
    return Object.keys(isMapping(verbs) ? verbs : {}).flatMap((verb) =>
      keyIssues(
        [...path, verb],
        offer === undefined ? validateHistoryVerb(verb) : validateVerb(name, verb, offer),
      ),
    );
  });
}

/** A history is kept by the service alone. */
function validateHistoryVerb(verb: string): IssueDetails | undefined {
  if (verb === 'read') return undefined;
  const message = `a history is read-only, so ${shown(verb)} cannot be allowed; leave it out`;
  return { code: 'not-offered', message, allowed: ['read'] };
}

/** What clients can do with a resource. */
interface Offer {
  readonly verbs: readonly string[];
  /** Transitions that happen by themselves. */
  readonly timed: readonly string[];
}

const defaultValue: readonly string[] = verbsOf({
  methods: allMethods,
  createByReplace: false,
  customOperations: [],
});

function offerOf(context: CheckContext, name: string): Offer {
  const endpoint = own(resourceEndpoints(context.valid.endpoints), name);
  const transitions = own(context.valid.states, name)?.transitions;
  const timed = transitionNames(context, name).filter((transition) => {
    const { after, at } = own(transitions, transition) ?? {};
    return after !== undefined || at !== undefined;
  });
  const asked = transitionNames(context, name).filter((transition) => !timed.includes(transition));
  const verbs = verbsOf({
    // A wrong list of methods is reported once: then all methods count as offered.
    methods: endpoint?.methods ?? allMethods,
    createByReplace: endpoint?.createByReplace ?? false,
    customOperations: [...asked, ...actionNames(context, name)],
  });
  return { verbs, timed };
}

function validateVerb(
  resource: string,
  verb: string,
  { verbs, timed }: Offer,
): IssueDetails | undefined {
  if (verbs.includes(verb)) return undefined;
  if (timed.includes(verb)) {
    const message = `the transition ${shown(verb)} happens by the clock, so it has no permission; leave it out`;
    return { code: 'not-offered', message, allowed: verbs };
  }
  if (defaultValue.includes(verb)) {
    const message = `"${resource}" does not offer ${verb}: ${reasons[verb] ?? `${verb} is not among its methods`}; leave it out, or offer it in endpoints.${resource}.methods`;
    return { code: 'not-offered', message, allowed: verbs };
  }
  const meant =
    own(synonyms, verb.toLowerCase()) ?? nearest(verb, [...new Set([...verbs, ...defaultValue])]);
  const suggestion = meant !== undefined && verbs.includes(meant) ? meant : undefined;
  const covers =
    own(synonyms, verb.toLowerCase()) === 'read' ? '; read stands for list, read and HEAD' : '';
  return {
    code: 'unknown-operation',
    message: `nothing can be done with "${resource}" that is called ${shown(verb)}${covers}`,
    found: shown(verb),
    allowed: verbs,
    ...defined({ suggestion }),
  };
}

const reasons: Readonly<Record<string, string>> = {
  read: 'neither list nor read is among its methods',
  create: 'create is not among its methods, and no PUT creates it',
};
