import { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import type { UntranslatedViolation } from '@diorama/shared/contract/errors.ts';
import { type AssetReference, locateAssets } from '@diorama/shared/scene/asset-references.ts';
import { InvalidDocumentError, parseDocument } from '@diorama/shared/scene/document.ts';
import { fillStored, readStored } from '@diorama/shared/scene/stored.ts';
import { applyDocumentDiff, applyUpdates, sceneRoots, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import * as Y from 'yjs';
import { toViolations } from '../contract/violation.ts';

/** Audience of a rendered document: users of the scene get the valid content, visitors the known content. */
export type Audience = 'people' | 'visitors';

/** Work on a document that takes long for a large one. */
export type DocumentWork =
  | { kind: 'render'; text: string; audience: Audience }
  | { kind: 'replace'; body: Uint8Array; updates: Uint8Array[] }
  | { kind: 'copy'; text: string; copies: ReadonlyMap<string, string> };

/** Result of a replacement: the Yjs update that makes the scene equal to the body, and the assets it names. */
export type Replacement =
  | { outcome: 'update'; update: Uint8Array; references: AssetReference[] }
  | { outcome: 'malformed' }
  | { outcome: 'invalid'; violations: UntranslatedViolation[] };

export type DocumentResult<Work extends DocumentWork> = Work extends { kind: 'replace' }
  ? Replacement
  : Uint8Array;

/** Size of a piece of work, in bytes or characters. */
export function sizeOfWork(work: DocumentWork): number {
  return work.kind === 'replace'
    ? work.updates.reduce((sum, update) => sum + update.length, work.body.length)
    : work.text.length;
}

/** Runs the work on the current thread. */
export function runDocumentWork<Work extends DocumentWork>(work: Work): DocumentResult<Work> {
  // The conditional type follows `kind`, which the compiler does not narrow.
  return resultOf(work) as DocumentResult<Work>;
}

function resultOf(work: DocumentWork): Replacement | Uint8Array {
  switch (work.kind) {
    case 'render':
      return render(work);
    case 'replace':
      return replace(work);
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

function replace({ body, updates }: Extract<DocumentWork, { kind: 'replace' }>): Replacement {
  const json = parseBody(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { outcome: 'malformed' };
  }
  const parsed = compositionRoutes.putDocument.body.safeParse(json);
  if (!parsed.success) {
    return { outcome: 'invalid', violations: toViolations(parsed.error) };
  }
  const ydoc = new Y.Doc();
  try {
    const next = parseDocument(parsed.data.document);
    sceneRoots(ydoc);
    applyUpdates(ydoc, updates);
    const before = Y.encodeStateVector(ydoc);
    ydoc.transact(() => applyDocumentDiff(ydoc, next));
    return {
      outcome: 'update',
      update: Y.encodeStateAsUpdate(ydoc, before),
      references: locateAssets(next),
    };
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
  } finally {
    ydoc.destroy();
  }
}

function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}
