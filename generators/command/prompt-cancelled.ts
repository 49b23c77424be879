/** Whether this is what inquirer throws when a person leaves a question. */
export function isPromptCancelled(error: unknown): boolean {
  return error instanceof Error && names.has(error.name);
}

const names = new Set(['ExitPromptError', 'AbortPromptError', 'CancelPromptError']);
