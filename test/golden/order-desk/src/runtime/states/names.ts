/** `mark-paid` as part of another name: `MarkPaid`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `mark-paid` at the beginning of a sentence: `Mark paid`. */
export function sentenceCase(name: string): string {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');
}
