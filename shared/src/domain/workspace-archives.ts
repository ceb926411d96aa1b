/** Largest archive of a workspace that can be imported, in bytes. */
export const MAX_ARCHIVE_BYTES = 20_000_000_000;
/** Field `use` of a resumable upload that is an archive to import, in place of an asset's `type`. */
export const ARCHIVE_USE = 'workspace-archive';
