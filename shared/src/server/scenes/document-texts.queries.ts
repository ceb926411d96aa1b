import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** Tables with a document, and the column with the row's id. */
const SOURCES = {
  scene: { name: 'scene-document-text', table: 'composition_documents', key: 'composition_id' },
  output: { name: 'output-document-text', table: 'scene_outputs', key: 'id' },
  version: { name: 'version-document-text', table: 'scene_versions', key: 'id' },
  library: { name: 'library-document-text', table: 'library_versions', key: 'id' },
} as const;
export type DocumentSource = keyof typeof SOURCES;

/** A stored document as JSON text, unparsed; null when there is none. */
export async function findDocumentText(db: Knex, source: DocumentSource, id: string): Promise<string | null> {
  const { name, table, key } = SOURCES[source];
  const rows = await readQuery<{ text: string }>(
    db,
    name,
    `select document::text as text from ${table} where ${key} = $1`,
    [id],
  );
  return rows[0]?.text ?? null;
}

/** A scene's document with its revision. */
export async function findSceneText(
  db: Knex,
  id: string,
): Promise<{ revision: number; text: string } | null> {
  const rows = await readQuery<{ revision: number; text: string }>(
    db,
    'scene-text',
    `select c.revision, d.document::text as text from composition_documents d join compositions c on c.id = d.composition_id
     where d.composition_id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
