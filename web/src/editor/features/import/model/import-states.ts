import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { nodeKindNames, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneReader } from '../../../parts.ts';
import type { CompletedUploads } from './completed-uploads.ts';
import { type ImportItem, type ImportPhase, isUnderway, phaseOfAsset } from './import-item.ts';
import type { ImportParts } from './import-parts.ts';
import type { ImportPlaces } from './import-places.ts';
import type { ImportUploads } from './import-uploads.ts';
import { importedFile, isImported } from './imported-file.ts';
import type { PreviousFiles } from './previous-files.ts';
import type { RemoteImports } from './remote-imports.ts';

/** Sources of import progress. */
type Sources = Pick<ImportParts, 'assets' | 'records'> & {
  uploads: ImportUploads;
  ended: CompletedUploads;
  arriving: RemoteImports;
  previous: PreviousFiles;
  places: ImportPlaces;
};

/** Additional facts about a node: whether this browser imports it, and uploads of other users. */
type Known = { isOwn: boolean; arriving: ReadonlyMap<string, ImportPhase> };

const FILE_KINDS = nodeKindNames.filter(isImported);

/** Progress of all imports in a scene, derived from its nodes and all upload sources. */
export class ImportStates {
  readonly #editor: SceneReader;
  readonly #sources: Sources;
  /** Imports that were seen in progress; these are reported when ready. */
  readonly #watched = new Set<string>();

  constructor(editor: SceneReader, sources: Sources) {
    this.#editor = editor;
    this.#sources = sources;
  }

  /** Nodes that represent imported files. */
  nodes() {
    return this.#editor.scene.nodesOf(...FILE_KINDS);
  }

  watch(nodeId: string): void {
    this.#watched.add(nodeId);
  }

  unwatch(nodeId: string): void {
    this.#watched.delete(nodeId);
  }

  read(): ImportItem[] {
    const { records, uploads, previous } = this.#sources;
    const arriving = this.#sources.arriving.byNode();
    const own = records.all();
    return this.nodes().flatMap(([nodeId, node]) => {
      const isOwn = own[nodeId] !== undefined;
      const phase = this.#phaseOf(nodeId, node, { isOwn, arriving });
      const isKept = uploads.phaseOf(nodeId) ? importedFile(node) !== null : previous.has(nodeId);
      return phase ? [{ nodeId, name: node.name, phase, isOwn, isKept }] : [];
    });
  }

  #phaseOf(nodeId: string, node: SceneNode, { isOwn, arriving }: Known): ImportPhase | null {
    const { uploads, ended, assets, places } = this.#sources;
    const upload = uploads.phaseOf(nodeId);
    if (upload) {
      return upload;
    }
    if (ended.has(nodeId)) {
      return { kind: 'withheld' };
    }
    const iri = importedFile(node);
    if (iri === null) {
      const nobodys: ImportPhase | null = showsFile(node.kind) ? { kind: 'awaited' } : null;
      return arriving.get(nodeId) ?? (isOwn ? { kind: 'interrupted' } : nobodys);
    }
    const question = places.questionFor(nodeId);
    const phase = phaseOfAsset(assets.byIri.value.get(iri), question);
    if (phase && isUnderway(phase)) {
      this.watch(nodeId);
    }
    const isReported = isOwn || question !== null || this.#watched.has(nodeId);
    return phase?.kind === 'ready' && !isReported ? null : phase;
  }
}
