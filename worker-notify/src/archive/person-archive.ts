import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import {
  type ExportFile,
  listExportFiles,
  listExportScenes,
  readExportScene,
  readExportTables,
} from '@diorama/shared/server/people/exports.queries.ts';
import { jsonEntry, openObject } from './entries.ts';
import type { ZipEntry } from './zip-stream.ts';

const GB = 1_000_000_000;
/** Limit of the files in the archive, in bytes. Files beyond it are listed without their content. */
const MAX_FILES_BYTES = 20 * GB;

/** All data of a user, file by file: tables, scenes with their documents, and uploads. */
export async function* personArchive(
  deps: { db: Knex; store: ObjectStore },
  userId: string,
): AsyncGenerator<ZipEntry> {
  const { db, store } = deps;
  for (const [name, rows] of Object.entries(await readExportTables(db, userId))) {
    yield jsonEntry(`${name}.json`, rows);
  }
  for (const { id, name } of await listExportScenes(db, userId)) {
    const scene = await readExportScene(db, id);
    if (scene !== null) {
      yield jsonEntry(`scenes/${safeName(name)}-${id.slice(-8)}.json`, scene);
    }
  }
  const leftOut: ExportFile[] = [];
  let bytes = 0;
  for (const file of await listExportFiles(db, userId)) {
    bytes += file.size;
    const content = bytes > MAX_FILES_BYTES ? null : await openObject(store, file.key);
    if (content === null) {
      leftOut.push(file);
    } else {
      yield { name: `files/${file.id.slice(-8)}-${safeName(file.name)}`, content };
    }
  }
  if (leftOut.length > 0) {
    yield jsonEntry(
      'files-left-out.json',
      leftOut.map(({ id, name, size }) => ({ id, name, size })),
    );
  }
}

/** Converts any text to a file name that is valid on every system. */
function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  return clean === '' ? 'unnamed' : clean;
}
