import * as Y from 'yjs';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { isUuid } from '../../domain/uuid.ts';
import { assetIdOf, assetReferences } from '../../scene/asset-references.ts';
import { problemOf, readContent } from '../../scene/copies/library-component.ts';
import { InvalidDocumentError, parseDocument } from '../../scene/document.ts';
import { readStored } from '../../scene/stored.ts';
import { toYDoc } from '../../scene/ydoc.ts';
import { toStorable } from '../db/storable.ts';
import { uuidOf } from '../runtime/ids.ts';

/**
 * Ids in the workspace of the assets and of the library's components of an archive. They are apart, so that the id
 * of an item never names an asset.
 */
export type ArchivedIds = { assets: ReadonlyMap<string, string>; items: ReadonlyMap<string, string> };

/** A document of an archive, and the ids that its assets and library items have in the workspace. */
export type ArchivedDocument = {
  text: string;
  ids: ArchivedIds;
  /** Distinguishes the ids that are in no map, so that they name nothing. */
  salt: string;
};

/** A valid document with the asset ids that it named, or the reason why it is invalid. */
export type ReadDocument = (ReadJson & { snapshot: Uint8Array }) | Invalid;

/** A valid version of a component as storable JSON with the asset ids that it named, or why it is invalid. */
export type ReadComponent = ReadJson | Invalid;

type ReadJson = { json: string; references: string[] };
type Invalid = { invalid: { path: string; message: string } };

const ASSET_ID = /(?<=\/api\/assets\/)[0-9a-f-]{36}/gi;

/** A stored document of any release as canonical JSON of this one. */
export function canonicalDocument(stored: string): string {
  return canonicalJson(readStored(JSON.parse(stored)));
}

/**
 * Validates a document of an archive by the rules of the API, after migrating an older one. Assets and
 * library items get the ids of `ids`; others get ids that name nothing, so that no document names those of another
 * workspace.
 */
export function readArchivedDocument(archived: ArchivedDocument): ReadDocument {
  return orInvalid(() => {
    const { json, references } = mapDocument(archived);
    const document = parseDocument(json);
    const snapshot = Y.encodeStateAsUpdate(toYDoc(document));
    return { snapshot, json: JSON.stringify(document), references };
  });
}

/** Validates a version of a component as {@link readArchivedDocument}, and by the rules of libraries. */
export function readArchivedComponent(archived: ArchivedDocument): ReadComponent {
  return orInvalid(() => {
    const { json, references } = mapDocument(archived);
    const content = readContent(json);
    const problem = problemOf(content, null);
    return problem === null
      ? { json: toStorable(content), references }
      : { invalid: { path: '', message: problem } };
  });
}

/** Replaces the ids of assets, and of the library items that components came from, however JSON spells them. */
function mapDocument({ text, ids, salt }: ArchivedDocument): { json: unknown; references: string[] } {
  const references = assetReferences(JSON.parse(text)).map(assetIdOf);
  const placed = (known: ReadonlyMap<string, string>, source: string) => {
    const id = source.toLowerCase();
    return known.get(id) ?? uuidOf(`${salt} ${id}`);
  };
  const json: unknown = JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== 'string') {
      return value;
    }
    return key === 'item' && isUuid(value)
      ? placed(ids.items, value)
      : value.replace(ASSET_ID, (id) => placed(ids.assets, id));
  });
  return { json, references };
}

function orInvalid<Result>(read: () => Result): Result | Invalid {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidDocumentError) {
      const [first] = error.violations;
      return { invalid: { path: first?.propertyPath ?? '', message: error.message } };
    }
    if (error instanceof SyntaxError) {
      return { invalid: { path: '', message: 'Not JSON' } };
    }
    if (error instanceof RangeError) {
      // The call stack is too small for the levels of a hostile document.
      return { invalid: { path: '', message: 'Nested too deeply' } };
    }
    throw error;
  }
}
