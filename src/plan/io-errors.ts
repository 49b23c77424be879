/** The code of a system error such as `ENOENT`; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'the file is in use',
  EDQUOT: 'the disk quota is used up',
  ENOSPC: 'the disk is full',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  EXDEV: 'the folder lies on another file system',
};

/** A system error in words, with the path where known. */
export function describe(error: unknown): string {
  const sentence = SENTENCES[codeOf(error) ?? ''];
  if (sentence === undefined) return error instanceof Error ? error.message : String(error);
  const path = error instanceof Error && 'path' in error ? String(error.path) : undefined;
  return path === undefined ? sentence : `${sentence} (${path})`;
}
