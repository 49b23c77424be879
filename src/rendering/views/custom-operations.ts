import { customOperationsOf } from '../../model/custom-operations.ts';
import { formerCustomOperations, withPresentCustomOperations } from '../../model/present.ts';
import { referredId } from '../../model/samples/fulfilling.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import type {
  ActionModel,
  CustomOperationModel,
  InputModel,
  ResourceModel,
  ServiceModel,
  TransitionModel,
} from '../../model/model.ts';
import type { ResolvedCondition, ResolvedField } from '../../specification/index.ts';
import { code, identifier, join, literal, type Code } from '../code.ts';
import { hasLinks } from '../features.ts';
import { withGrants } from './access.ts';
import { isAnnounced } from './event-sources.ts';
import { withCost } from './policies.ts';
import { helpersOf, memberSchema } from './schema-code.ts';

/** Transitions and actions, as the templates of one resource show them. */
export function customOperationsView(model: ServiceModel, resource: ResourceModel) {
  const { machine, actions } = resource;
  const transitions = machine?.transitions ?? [];
  const customOperations = customOperationsOf(resource);
  const now = withPresentCustomOperations(resource);
  const hasStatesOrActions = machine !== undefined || actions.length > 0;
  const inputTypes = [
    ...(transitions.length > 0 ? [identifier(`${resource.pascal}TransitionInputs`)] : []),
    ...(actions.length > 0 ? [identifier(`${resource.pascal}ActionInputs`)] : []),
  ];
  return {
    hasMachine: machine !== undefined,
    hasStatesOrActions,
    stateField: machine?.field.name ?? '',
    initialState: machine?.initial ?? '',
    transitions: transitions.map((transition) => transitionView(resource, transition)),
    hasActions: actions.length > 0,
    actions: actions.map((action) => customOperationView(resource, action)),
    transitionHelpers: helperImports(transitions),
    hasTransitionHelpers: helperImports(transitions).code !== '',
    actionHelpers: helperImports(actions),
    hasActionHelpers: helperImports(actions).code !== '',
    transitionImports: importsOf(transitions, 'StateMachine'),
    actionImports: importsOf(actions, 'Action'),
    changeInputs: join(inputTypes, ' & '),
    customOperationRoutes: customOperationsOf(now).map((customOperation) =>
      customOperationRoute(model, resource, customOperation),
    ),
    isAsynchronous: now.actions.some(({ isAsync }) => isAsync),
    hasCustomOperationLinks: hasLinks(model) && customOperations.length > 0,
    customOperations: customOperations.map(({ name }) => name),
    formerCustomOperations: formerCustomOperations(resource).map(({ name }) => name),
    behaviour: join(
      [
        ...(machine === undefined ? [] : [code`machine: ${identifier(`${resource.camel}States`)}`]),
        ...(actions.length > 0 ? [code`actions: ${identifier(`${resource.camel}Actions`)}`] : []),
      ],
      ', ',
    ),
    ...listenersView(model, resource),
  };
}

/** The route of a transition or an action. */
export function customOperationRoute(
  model: ServiceModel,
  resource: ResourceModel,
  customOperation: TransitionModel | ActionModel,
) {
  return {
    path: customOperation.path,
    description: customOperation.description,
    call: withGrants(
      model,
      resource,
      customOperation.name,
      withCost(callOf(resource, customOperation), resource.endpoint.cost[customOperation.name]),
    ),
  };
}

/** Variables of the function in which the routes of a resource are made, and what it calls. */
const used: ReadonlySet<string> = new Set([
  'acceptAction',
  'action',
  'cursors',
  'jobs',
  'services',
  'transition',
]);

/** The variable that the routes keep the endpoints of a resource in. */
export function endpointsVariable({ camel, pluralCamel }: ResourceModel): string {
  return pluralCamel === camel || used.has(pluralCamel) ? 'endpoints' : pluralCamel;
}

/** The functions that make the operations of transitions and actions. */
export function customOperationFunctions(
  customOperations: readonly (TransitionModel | ActionModel)[],
): string[] {
  return [...new Set(customOperations.map(operationOf))];
}

function operationOf(customOperation: TransitionModel | ActionModel) {
  if ('to' in customOperation) return 'transition';
  return customOperation.isAsync ? 'acceptAction' : 'action';
}

function callOf(resource: ResourceModel, customOperation: TransitionModel | ActionModel): Code {
  const operation = operationOf(customOperation);
  const endpoints = identifier(endpointsVariable(resource));
  return operation === 'acceptAction'
    ? code`${identifier(operation)}(${endpoints}, ${customOperation.name}, ${identifier('jobs')})`
    : code`${identifier(operation)}(${endpoints}, ${customOperation.name})`;
}

function transitionView(resource: ResourceModel, transition: TransitionModel) {
  const { from, to, after, at } = transition;
  return {
    ...customOperationView(resource, transition),
    from,
    to,
    after: after === undefined ? [] : [duration(after)],
    at: at?.name ?? '',
  };
}

function customOperationView(
  resource: ResourceModel,
  customOperation: TransitionModel | ActionModel,
) {
  const { name, camel, title, description, when, inputs, mends } = customOperation;
  const hasInput = inputs.length > 0;
  return {
    name,
    key: identifier(camel),
    description,
    when: Object.fromEntries(
      Object.entries(when).map(([field, condition]) => [
        field,
        conditionOf(resource, field, condition),
      ]),
    ),
    mends,
    isFormer: customOperation.isFormer === true,
    hasInput,
    input: identifier(hasInput ? `${camel}Input` : 'noInput'),
    inputTitle: `${title}Input`,
    inputs: inputs.map((input) => ({
      name: identifier(input.name),
      schema: inputSchema(input),
    })),
    example: exampleOf(customOperation),
  };
}

/** What is not sent stays as it is: an input that may be null is not null by itself. */
function inputSchema(input: InputModel): Code {
  return memberSchema({ ...input, mayBeOmitted: false });
}

function exampleOf({ inputs }: CustomOperationModel): readonly object[] {
  const members = inputs.flatMap(({ name, field }) => {
    const least = field.type === 'reference' ? referredId : sampleOf(field, 0, name);
    const value = field.example ?? (field.required ? least : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isComplete = inputs.every(
    ({ name, field }) => !field.required || members.some(([member]) => member === name),
  );
  return isComplete ? [Object.fromEntries(members)] : [];
}

/** Numbers that are text on the wire are compared by their value. */
function conditionOf(
  { fields }: ResourceModel,
  name: string,
  condition: ResolvedCondition,
): object {
  const { field } = fields.find((each) => each.name === name) ?? {};
  const isOrdered = ['gte', 'gt', 'lte', 'lt'].some((bound) => bound in condition);
  return isOrdered && isNumberInText(field) ? { ...condition, isExact: true } : condition;
}

function isNumberInText(field: ResolvedField | undefined): boolean {
  return field?.type === 'decimal' || field?.type === 'long';
}

/** What the schemas of inputs are made with, besides TypeBox itself. */
function helperImports(customOperations: readonly CustomOperationModel[]): Code {
  const schemas = customOperations.flatMap(({ inputs }) =>
    inputs.map((input) => inputSchema(input)),
  );
  return join(helpersOf(schemas).map(identifier), ', ');
}

/** What the module imports: builders of schemas, where there are inputs, and of the machine. */
function importsOf(
  customOperations: readonly CustomOperationModel[],
  type: 'StateMachine' | 'Action',
) {
  const hasInputs = customOperations.some(({ inputs }) => inputs.length > 0);
  const hasNone = customOperations.some(({ inputs }) => inputs.length === 0);
  return {
    hasInputs,
    machine: hasNone
      ? code`{ noInput, type ${identifier(type)} }`
      : code`type { ${identifier(type)} }`,
  };
}

const units = [
  [86_400_000, '24 * 60 * 60 * 1000'],
  [3_600_000, '60 * 60 * 1000'],
  [60_000, '60 * 1000'],
  [1000, '1000'],
] as const;

/** Milliseconds as people count them: `30 * 24 * 60 * 60 * 1000`. */
function duration(milliseconds: number): Code {
  const unit = units.find(([length]) => milliseconds % length === 0);
  if (unit === undefined) return literal(milliseconds);
  const [length, factors] = unit;
  return join([milliseconds / length, ...factors.split(' * ').map(Number)].map(literal), ' * ');
}

/** The change listeners of a resource: each keeps records of its own about every change of a row. */
function listenersView(model: ServiceModel, resource: ResourceModel) {
  const { name, camel, machine, idParameter } = resource;
  const { history, transitions = [] } = machine ?? {};
  const database = identifier('database');
  const hasTimers = transitions.some(({ isTimed }) => isTimed);
  const store = identifier(`${history?.camel ?? ''}Store`);
  return {
    history: history === undefined ? [] : [{ name: history.name, store }],
    hasOwnTimers: hasTimers,
    listeners: [
      ...(history === undefined
        ? []
        : [
            code`${identifier('historyKeeping')}(${store}(${database}), ${idParameter}, ${identifier('newId')})`,
          ]),
      ...(hasTimers
        ? [
            code`${identifier('timerKeeping')}(${database}, ${name}, ${identifier(`${camel}States`)})`,
          ]
        : []),
      ...(isAnnounced(model, resource) ? [code`${identifier('events')}.of(${name})`] : []),
    ],
  };
}
