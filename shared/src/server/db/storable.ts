import type { ImportReport } from '../../contract/assets.ts';
import type { AssetExtra } from './read-models/assets.ts';

/** JSON of what a file says of itself, without what PostgreSQL cannot hold; a name in a file may be of any letters. */
export function toStorable(value: ImportReport | AssetExtra): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'string' ? toStorableText(part) : part));
}

/** Text of a file, without what PostgreSQL cannot hold. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
