const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you have no right to',
  EPERM: 'you have no right to',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a file or a folder can't be read or written, in plain words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error ? reasons[String(error.code)] : undefined) ?? error.message;
}
