import { answersExample } from '../generators/app/answers-help.ts';
import { markdownTable } from './markdown-table.ts';

/** A kind of question: its place, and what answers it. */
interface AnswerForm {
  readonly place: string;
  readonly asked: string;
  readonly answer: string;
}

const hook = '`{ by: hook }` for a function that you write';

/** The questions of `version draft` and `version release --next`, and of a generation that completes a step. */
const stepAnswers: readonly AnswerForm[] = [
  {
    place: 'resources.NAME.renamedFrom',
    asked: 'Whether a new resource had another name.',
    answer: 'The former name, or `null` for a new one.',
  },
  {
    place: 'resources.NAME.fields.PATH.became',
    asked: 'What became of a field of the older version.',
    answer: 'Its path now, a list of paths that it is split into, or `null` where it is gone.',
  },
  {
    place: 'resources.NAME.fields.PATH.separator',
    asked: 'What stands between the parts of a field that is split or merged.',
    answer: `A text of at most 20 characters, or ${hook}.`,
  },
  {
    place: 'resources.NAME.fields.PATH.shown',
    asked: 'What older clients are shown of a field that is gone, or that may be null now.',
    answer: `A value of the field, or, where it is gone, ${hook}.`,
  },
  {
    place: 'resources.NAME.fields.PATH.fill',
    asked: 'What a new required field is where older clients do not send it.',
    answer: 'A value of the field; rows that are there get it too.',
  },
  {
    place: 'resources.NAME.fields.PATH.values',
    asked: 'Which two values of an enumeration stand for false and true.',
    answer: 'A list of the two.',
  },
  {
    place: 'resources.NAME.fields.PATH.values.VALUE',
    asked: 'What a former value is now.',
    answer: 'One of the present values.',
  },
  {
    place: 'resources.NAME.fields.PATH.others',
    asked: 'What older clients are shown for a value that they do not know.',
    answer: 'One of the former values.',
  },
  {
    place: 'states.NAME.transitions.NAME.became',
    asked: 'What a transition of the older version is called now.',
    answer: 'Its name now, or `null` where only older clients ask for it.',
  },
  {
    place: 'endpoints.NAME.actions.NAME.became',
    asked: 'The same of an action.',
    answer: 'The same.',
  },
  {
    place: '….transitions.NAME.input.PATH.…, ….actions.NAME.input.PATH.…',
    asked: 'The questions about a field, of what is sent along.',
    answer: 'As for fields.',
  },
  {
    place: 'endpoints.NAME.filter.FIELD.by, endpoints.NAME.sort.FIELD.by',
    asked: 'What a list is asked for instead of a field that it cannot be asked for any more.',
    answer: 'A list of fields, `hook`, or `null` for nothing.',
  },
  {
    place: 'events.RESOURCE.EVENT.became',
    asked: 'What an event of the older version is called now.',
    answer: 'Its type now, or `null` where it is no longer emitted.',
  },
];

/** The questions of a generation about rows that are there. */
const rowAnswers: readonly AnswerForm[] = [
  {
    place: 'resources.NAME.renamedFrom, resources.NAME.fields.NAME.renamedFrom',
    asked: 'Whether a new resource or field had another name.',
    answer: 'The former name, or `null` for a new one.',
  },
  {
    place: 'resources.NAME.fields.NAME.fill',
    asked: 'What rows get in a field that is required now.',
    answer:
      'A value of the field, `{ column: FIELD }`, `{ sql: EXPRESSION }`, or `null`: the migration is refused where such rows are.',
  },
  {
    place: 'resources.NAME.fields.NAME.convert',
    asked: 'How values become those of another type.',
    answer: 'An SQL expression over the columns of the row, or `null`: the values are given up.',
  },
  {
    place: 'resources.NAME.fields.NAME.removed.VALUE',
    asked: 'What rows get that have a value which the field no longer has.',
    answer: 'Another value, or the same one: such rows keep it.',
  },
  {
    place: 'states.NAME.removed.STATE',
    asked: 'Which state rows get whose state is gone.',
    answer: 'A state.',
  },
  {
    place: 'resources.NAME.parent',
    asked: 'Where rows of a moved resource find their parent.',
    answer:
      '`{ column: FIELD }`, `{ sql: EXPRESSION }`, or `null`: the migration is refused where rows are.',
  },
];

/** The section of the reference about answers to questions. */
export function answersSection(): string[] {
  return [
    '## Answers to questions',
    `A run asks what only a person knows: a generation, \`resource\`, \`version draft\` and \`version release --next\`. Without a terminal it lists the
questions, each with its place, ends with status 2 and writes nothing. \`--answer PLACE=JSON\` answers one of them, and \`--answers FILE\` as many as
FILE has. It is YAML or JSON: one mapping from places to answers. The answers are the same values in both; a text needs quotes in \`--answer\`, as in
\`--answer 'resources.order.fields.title.became="heading"'\`.`,
    `\`\`\`yaml\n${answersExample}\`\`\``,
    `Where both answer the same question, \`--answer\` counts. An answer that no question of the run takes is refused, unless nothing is left to write.
Answers can make a run ask more. Each question says what it takes; these are their places.`,
    'About the step between two versions:',
    tableOf(stepAnswers),
    'About rows that are there, where a step does not say it:',
    tableOf(rowAnswers),
  ];
}

function tableOf(forms: readonly AnswerForm[]): string {
  return markdownTable(
    ['Place', 'What is asked', 'Answer'],
    forms.map(({ place, asked, answer }) => [
      place
        .split(', ')
        .map((each) => `\`${each}\``)
        .join(', '),
      asked,
      answer,
    ]),
  );
}
