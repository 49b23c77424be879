/** A file of answers, as the help and the reference show it. */
export const answersExample = `resources.order.fields.title.became: heading
resources.order.fields.due.fill: '2030-01-31'
`;

/** What stands below the options of each command that takes answers; lines of at most 80 characters. */
export const answersHelp = `Answers
  A run asks what only a person knows. Without a terminal it lists the
  questions, each with its place, ends with status 2 and writes nothing.
  --answer answers one of them; its answer is JSON. FILE answers many: YAML or
  JSON, one mapping from places to answers, as in
${indented(answersExample)}
  An --answer counts before FILE. An answer that no question takes is refused.
  docs/reference.md of the generator lists all places.`;

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}
