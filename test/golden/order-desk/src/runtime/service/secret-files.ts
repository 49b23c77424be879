import { readFileSync } from 'node:fs';
import { ConfigurationError } from './configuration-error.ts';

/**
 * The environment with secrets read from files: `NAME_FILE` names the file that holds what would be in `NAME`. So a
 * secret need not be in the environment, where other programs and crash reports may see it.
 *
 * @throws {ConfigurationError} where a file cannot be read, or both are set
 */
export function withSecretFiles(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): NodeJS.ProcessEnv {
  const found = names.flatMap((name): [string, string][] => {
    const file = environment[`${name}_FILE`];
    if (file === undefined || file === '') return [];
    if (environment[name] !== undefined) {
      throw new ConfigurationError(`${name} and ${name}_FILE are both set: leave one of them out.`);
    }
    return [[name, textOf(file, name)]];
  });
  return { ...environment, ...Object.fromEntries(found) };
}

function textOf(file: string, name: string): string {
  try {
    // Editors end a file with a line break.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`${name}_FILE names ${file}, which cannot be read (${code}).`);
  }
}
