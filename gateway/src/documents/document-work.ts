import { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import type { UntranslatedViolation } from '@diorama/shared/contract/errors.ts';
import { libraryRoutes } from '@diorama/shared/contract/library.ts';
import { type AssetReference, locateAssets } from '@diorama/shared/scene/asset-references.ts';
import { problemOf, readContent } from '@diorama/shared/scene/copies/library-component.ts';
import { InvalidDocumentError, parseDocument } from '@diorama/shared/scene/document.ts';
import { markDeletions } from '@diorama/shared/scene/mark-deletions.ts';
import { fillStored, readStored } from '@diorama/shared/scene/stored.ts';
import { applyDocumentDiff, applyUpdates, sceneRoots, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { toStorable } from '@diorama/shared/server/db/storable.ts';
import * as Y from 'yjs';
import type { z } from 'zod';
import { toViolations } from '../contract/violation.ts';

/** Audience of a rendered document: users of the scene get the valid content, visitors the known content. */
export type Audience = 'people' | 'visitors';

/** Work on a document that takes long for a large one. */
export type DocumentWork =
  | { kind: 'render'; text: string; audience: Audience }
  | { kind: 'replace'; body: Uint8Array; updates: Uint8Array[] }
  | { kind: 'restore'; text: string; updates: Uint8Array[] }
  | { kind: 'component'; body: Uint8Array; item: string }
  | { kind: 'copy'; text: string; copies: ReadonlyMap<string, string> };

/** Result of a replacement: the Yjs update that makes the scene equal to the body, and the assets it names. */
export type Replacement =
  | { outcome: 'update'; update: Uint8Array; references: AssetReference[] }
  | { outcome: 'malformed' }
  | { outcome: 'invalid'; violations: UntranslatedViolation[] };

/** The Yjs update that makes a scene equal to an earlier state, and the place of its last edit in state vectors. */
export type Restoration = { update: Uint8Array; edit: { client: number; clock: number } };

/** Body of a version of a library's component after its validation, and the assets that it names. */
export type ComponentBody =
  | {
      outcome: 'component';
      body: Omit<z.output<typeof libraryRoutes.putLibraryVersion.body>, 'document'>;
      /** JSON of the document. */
      text: string;
      references: AssetReference[];
    }
  | Refused;

type Refused = Extract<Replacement, { outcome: 'malformed' | 'invalid' }>;

export type DocumentResult<Work extends DocumentWork> = Work extends { kind: 'replace' }
  ? Replacement
  : Work extends { kind: 'restore' }
    ? Restoration
    : Work extends { kind: 'component' }
      ? ComponentBody
      : Uint8Array;

/** Size of a piece of work, in bytes or characters. */
export function sizeOfWork(work: DocumentWork): number {
  switch (work.kind) {
    case 'replace':
      return work.updates.reduce((sum, update) => sum + update.length, work.body.length);
    case 'restore':
      return work.updates.reduce((sum, update) => sum + update.length, work.text.length);
    case 'component':
      return work.body.length;
    default:
      return work.text.length;
  }
}

/** Runs the work on the current thread. */
export function runDocumentWork<Work extends DocumentWork>(work: Work): DocumentResult<Work> {
  // The conditional type follows `kind`, which the compiler does not narrow.
  return resultOf(work) as DocumentResult<Work>;
}

function resultOf(work: DocumentWork): Replacement | Restoration | ComponentBody | Uint8Array {
  switch (work.kind) {
    case 'render':
      return render(work);
    case 'replace':
      return replace(work);
    case 'restore':
      return restore(work);
    case 'component':
      return component(work);
    case 'copy':
      return copy(work);
  }
}

const ASSET_ID = /(?<=\/api\/assets\/)[0-9a-f-]{36}/g;

/** Snapshot of the first document of a copied scene, which names the copies of its assets. */
function copy({ text, copies }: Extract<DocumentWork, { kind: 'copy' }>): Uint8Array {
  const document = readStored(JSON.parse(text.replace(ASSET_ID, (id) => copies.get(id) ?? id)));
  return Y.encodeStateAsUpdate(toYDoc(document));
}

function render({ text, audience }: Extract<DocumentWork, { kind: 'render' }>): Uint8Array {
  const stored: unknown = JSON.parse(text);
  return Buffer.from(JSON.stringify(audience === 'people' ? readStored(stored) : fillStored(stored)));
}

function component({ body, item }: Extract<DocumentWork, { kind: 'component' }>): ComponentBody {
  return withBody(libraryRoutes.putLibraryVersion.body, body, ({ document, ...rest }) => {
    const content = readContent(document);
    const problem = problemOf(content, item);
    return problem === null
      ? { outcome: 'component', body: rest, text: toStorable(content), references: locateAssets(content) }
      : {
          outcome: 'invalid',
          violations: [{ propertyPath: 'document', code: `library.component.${problem}` as const }],
        };
  });
}

function replace({ body, updates }: Extract<DocumentWork, { kind: 'replace' }>): Replacement {
  return withBody(compositionRoutes.putDocument.body, body, ({ document }) => {
    const next = parseDocument(document);
    const { update } = changeOf(updates, (ydoc) => applyDocumentDiff(ydoc, next));
    return { outcome: 'update', update, references: locateAssets(next) };
  });
}

function restore({ text, updates }: Extract<DocumentWork, { kind: 'restore' }>): Restoration {
  const next = readStored(JSON.parse(text));
  return changeOf(updates, (ydoc) => {
    applyDocumentDiff(ydoc, next);
    markDeletions(ydoc);
  });
}

/** The update of a change to a stored scene. */
function changeOf(updates: readonly Uint8Array[], change: (ydoc: Y.Doc) => void): Restoration {
  const ydoc = new Y.Doc();
  try {
    sceneRoots(ydoc);
    applyUpdates(ydoc, updates);
    const before = Y.encodeStateVector(ydoc);
    ydoc.transact(() => change(ydoc));
    return {
      update: Y.encodeStateAsUpdate(ydoc, before),
      edit: { client: ydoc.clientID, clock: Y.getState(ydoc.store, ydoc.clientID) },
    };
  } finally {
    ydoc.destroy();
  }
}

/** Parses a body with a document; `read` throws an {@link InvalidDocumentError} for an invalid one. */
function withBody<Schema extends z.ZodType, Result>(
  schema: Schema,
  body: Uint8Array,
  read: (parsed: z.output<Schema>) => Result,
): Result | Refused {
  const json = parseBody(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { outcome: 'malformed' };
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    return { outcome: 'invalid', violations: toViolations(parsed.error) };
  }
  try {
    return read(parsed.data);
  } catch (error) {
    if (error instanceof InvalidDocumentError) {
      return {
        outcome: 'invalid',
        violations: error.violations.map((violation) => ({
          ...violation,
          propertyPath: `document.${violation.propertyPath}`,
        })),
      };
    }
    throw error;
  }
}

function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}
