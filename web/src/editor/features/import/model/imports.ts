import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { Vector3 } from 'three';
import { fetchCode } from '../../../../fetch-code.ts';
import type { ImportFile, ImportSet } from '../../../../files/import-set.ts';
import type { AssetsManager } from '../../../managers/assets.ts';
import { Manager } from '../../../managers/manager.ts';
import type { Collaboration, SceneWriter, Selecting, ViewedScene } from '../../../parts.ts';
import { createNamer } from '../../../queries/names.ts';
import { watch } from '../../../signals.ts';
import { CompletedUploads } from './completed-uploads.ts';
import { hasFailed, type ImportItem, isUnderway } from './import-item.ts';
import type { ImportParts } from './import-parts.ts';
import { ImportPlaces } from './import-places.ts';
import { ImportResults } from './import-results.ts';
import { ImportStates } from './import-states.ts';
import { ImportUploads } from './import-uploads.ts';
import { ImportVariants } from './import-variants.ts';
import { importedFile, isImported } from './imported-file.ts';
import type { WithFiles } from './open-stored-files.ts';
import { PreviousFiles } from './previous-files.ts';
import { RemoteImports } from './remote-imports.ts';

const PICTURE = { isPicture: true } as const;

/**
 * Imports files into the scene. A node appears at once at the drop point, as a box for all users; the
 * model replaces the box when its asset is ready. The state is derived from nodes and assets, so it survives
 * a reload.
 */
export class ImportsManager extends Manager {
  readonly #editor: Collaboration & SceneWriter & Selecting;
  readonly #assets: AssetsManager;
  readonly #records: ImportParts['records'];
  readonly #kept: ImportParts['kept'];
  readonly #items = signal<readonly ImportItem[]>([]);
  readonly items: ReadonlySignal<readonly ImportItem[]> = this.#items;
  /** Names of nodes without a file to publish: it has not arrived, or cannot be used. Publications wait for the others. */
  readonly missing: ReadonlySignal<readonly string[]> = computed(() => {
    const items = this.#items.value.filter(({ nodeId }) => this.#hasNoFile(nodeId));
    // Copies of a node share its name.
    return [...new Set(items.map(({ name }) => name))];
  });
  readonly #importAgain: ImportParts['importAgain'];
  readonly #discard: ImportParts['discard'];
  readonly #uploads: ImportUploads;
  readonly #ended: CompletedUploads;
  readonly #states: ImportStates;
  /** Source files of each import of this tab. */
  readonly #sets = new Map<string, ImportSet>();
  readonly #previous: PreviousFiles;
  readonly #places: ImportPlaces;
  readonly #results: ImportResults;
  readonly #variants: ImportVariants;

  constructor(
    editor: Collaboration & SceneWriter & Selecting & ViewedScene,
    { assets, records, kept, send, importAgain, discard }: ImportParts,
  ) {
    super();
    this.#editor = editor;
    this.#assets = assets;
    this.#records = records;
    this.#kept = kept;
    this.#importAgain = importAgain;
    this.#discard = discard;
    this.#previous = new PreviousFiles(editor, assets);
    this.#places = new ImportPlaces(editor, assets);
    this.#variants = new ImportVariants(editor, assets);
    this.#uploads = new ImportUploads(send, () => this.#refresh());
    this.#ended = new CompletedUploads(records);
    this.register(editor.scene.onNodes(isImported, this.#refresh));
    this.#results = new ImportResults(editor, { assets, ended: this.#ended, previous: this.#previous });
    this.register(
      watch(
        () => editor.undrawn.value,
        () => this.#results.projectNotes(),
      ),
    );
    this.register(watch(() => [assets.byIri.value, editor.isReadOnly.value], this.#refresh));
    const arriving = new RemoteImports(editor.presence, this.#refresh);
    this.register(() => arriving.dispose());
    const parts = { assets, records, arriving, uploads: this.#uploads, ended: this.#ended };
    this.#states = new ImportStates(editor, { ...parts, previous: this.#previous, places: this.#places });
    this.register(() => this.#uploads.leave());
    this.#refresh();
  }

  /**
   * Imports models, the first as near to a point as possible, the others beside it. An interrupted upload of
   * the same files resumes in place.
   */
  start(given: readonly ImportSet[], at: Vector3): void {
    if (this.#editor.isReadOnly.value) {
      return;
    }
    const sets = given.filter((set) => !this.goOn(set));
    if (sets.length === 0) {
      return;
    }
    const nameOf = createNamer(this.#editor);
    const feet = this.#places.choose(sets.length, at);
    const ids = this.#editor.edit(() =>
      sets.map(({ name }, i) =>
        addNode(this.#editor.ydoc, {
          kind: 'model',
          name: nameOf(name).slice(0, 200),
          position: (feet[i] ?? at).toArray(),
        }),
      ),
    );
    this.#editor.selection.set(ids);
    for (const [i, set] of sets.entries()) {
      const id = ids[i];
      if (id !== undefined) {
        this.#variants.add(id);
        this.#places.keep(id, feet[i] ?? at);
        this.bring(id, set);
      }
    }
  }

  /** Uploads the file of an existing node. */
  bring(nodeId: string, set: ImportSet): void {
    this.#records.add(nodeId, { name: set.name });
    this.#kept.keep(nodeId, set.files);
    this.#upload(nodeId, set);
  }

  /** Resumes an interrupted upload of the same files in place. @returns whether there was one */
  goOn(set: ImportSet): boolean {
    const records = this.#records.all();
    const item = this.items.value.find(
      ({ nodeId, phase }) =>
        phase.kind === 'interrupted' &&
        records[nodeId]?.name === set.name &&
        this.#isPicture(nodeId) === (set.isPicture ?? false),
    );
    if (item) {
      this.bring(item.nodeId, set);
    }
    return item !== undefined;
  }

  /**
   * Retries a failed upload, or restarts the conversion of an uploaded file.
   * @throws ApiError if the server refuses
   */
  async retry(nodeId: string): Promise<void> {
    const set = this.#uploads.setOf(nodeId);
    const iri = importedFile(this.#editor.scene.node(nodeId));
    if (set) {
      this.#upload(nodeId, set);
    } else if (iri !== null) {
      this.#assets.set(await this.#importAgain(iri));
    }
  }

  /** Pauses an upload; its data stays on the server. */
  pause(nodeId: string): void {
    this.#uploads.pause(nodeId);
  }

  /** Resumes a paused upload. */
  resume(nodeId: string): void {
    this.#uploads.resume(nodeId);
  }

  /** Whether the browser may be asked for the files of an import again. */
  canResume(nodeId: string): Promise<boolean> {
    return this.#kept.has(nodeId);
  }

  /**
   * Resumes interrupted uploads whose files the browser can still read.
   * @param ask - prompts the user where required; only during a click
   */
  async resumeInterrupted({ ask }: { ask: boolean }): Promise<void> {
    const interrupted = this.items.value.filter(({ phase }) => phase.kind === 'interrupted');
    for (const { nodeId } of this.#editor.isReadOnly.value ? [] : interrupted) {
      const files = await this.#kept.open(nodeId, ask);
      if (files && this.#uploads.phaseOf(nodeId) === null && this.#editor.scene.node(nodeId)) {
        await this.addFiles(nodeId, files);
      }
    }
  }

  /**
   * Restarts an import with additional files. Missing side files are added to the original ones, from this
   * tab or the server. Unusable files are replaced. One model among the files replaces the import's, and
   * further models are imported beside it.
   */
  async addFiles(nodeId: string, files: readonly ImportFile[]): Promise<WithFiles> {
    const { fetchOriginal, setWith } = await fetchCode(() => import('./open-stored-files.ts'));
    const node = this.#editor.scene.node(nodeId);
    const item = this.items.value.find((one) => one.nodeId === nodeId);
    const known =
      item && hasFailed(item.phase)
        ? []
        : (this.#sets.get(nodeId)?.files ?? (await fetchOriginal(node && this.#assetOf(node))));
    const name = this.#records.all()[nodeId]?.name ?? node?.name ?? '';
    const given = await setWith({ name, files: known, ...(this.#isPicture(nodeId) && PICTURE) }, files);
    const now = this.#editor.scene.node(nodeId);
    if (given.set && now) {
      this.#upload(nodeId, given.set);
      const place = this.#editor.scene.worldOf(nodeId);
      this.start(given.others, new Vector3().setFromMatrixPosition(place));
    }
    return given;
  }

  /**
   * Ends an import and removes its node; a new import in progress leaves nothing to undo. If the node already
   * had a file, only the replacement ends and the previous file stays.
   */
  remove(nodeId: string): void {
    const node = this.#editor.scene.node(nodeId);
    const iri = importedFile(node);
    if (iri !== null && this.#uploads.phaseOf(nodeId) !== null) {
      this.#stopSending(nodeId);
    } else if (iri !== null && this.#previous.restore(nodeId)) {
      this.#stopSending(nodeId);
      this.#throwAway(iri);
    } else {
      const isNew = iri === null || this.#previous.isFirst(nodeId, iri);
      const isAborted =
        isNew && this.items.value.some((item) => item.nodeId === nodeId && isUnderway(item.phase));
      this.#forget(nodeId);
      if (node && !this.#editor.isReadOnly.value) {
        const write = isAborted ? this.#editor.amend : this.#editor.edit;
        write.call(this.#editor, () => removeNodes(this.#editor.ydoc, [nodeId]));
        if (isAborted) {
          this.#throwAway(iri);
        }
      }
    }
    this.#refresh();
  }

  /** Removes a finished import from the list. */
  dismiss(nodeId: string): void {
    this.#states.unwatch(nodeId);
    this.#places.settle(nodeId);
    this.#refresh();
  }

  /** Asks for a missing size of an inserted model, and makes an option of its variants. */
  noteInserted(nodeId: string): void {
    this.#places.askSoon(nodeId);
    this.#variants.add(nodeId);
    this.#refresh();
  }

  /** Lets a model have so many times the size of its file, which answers how large it is. */
  applyScale(nodeId: string, factor: number): void {
    if (this.#places.scale(nodeId, factor)) {
      this.keepSize(nodeId);
    }
  }

  /** Keeps a model's size; other notes about its import stay. */
  keepSize(nodeId: string): void {
    this.#places.settle(nodeId);
    this.#refresh();
  }

  /** Rotates a Z-up model upright. */
  standUp(nodeId: string): void {
    if (this.#places.standUp(nodeId)) {
      this.#refresh();
    }
  }

  #hasNoFile(nodeId: string): boolean {
    const iri = importedFile(this.#editor.scene.node(nodeId));
    return iri === null || this.#assets.byIri.value.get(iri)?.status === 'failed';
  }

  #isPicture(nodeId: string): boolean {
    return this.#editor.scene.node(nodeId)?.kind === 'image';
  }

  #upload(nodeId: string, set: ImportSet): void {
    this.#sets.set(nodeId, set);
    this.#states.watch(nodeId);
    this.#ended.forget(nodeId);
    this.#uploads.start(nodeId, set, (asset) => {
      this.#assets.set(asset);
      this.#kept.forget(nodeId);
      const over = importedFile(this.#editor.scene.node(nodeId));
      this.#ended.note(nodeId, { made: asset['@id'], over });
      this.#refresh();
    });
    this.#refresh();
  }

  readonly #refresh = (): void => {
    for (const nodeId of this.#uploads.nodeIds()) {
      if (!this.#editor.scene.node(nodeId)) {
        this.#forget(nodeId);
      }
    }
    this.#results.apply();
    this.#places.askLoaded();
    this.#variants.make();
    this.#editor.presence.setSending(this.#uploads.sending());
    const items = this.#states.read();
    if (JSON.stringify(items) !== JSON.stringify(this.items.value)) {
      this.#items.value = items;
    }
    for (const { nodeId, phase, isOwn } of items) {
      if (phase.kind === 'ready') {
        this.#previous.settle(nodeId);
        if (isOwn) {
          this.#place(nodeId);
        }
      }
    }
    this.#results.projectNotes();
  };

  /** Moves a model of this browser to its final place, once. */
  #place(nodeId: string): void {
    const node = this.#editor.scene.node(nodeId);
    // The first tab takes the record. It stays while the scene is read-only, for a tab that can write.
    if (
      !node ||
      !isImported(node.kind) ||
      this.#editor.isReadOnly.value ||
      this.#records.take(nodeId) === null
    ) {
      return;
    }
    this.#states.watch(nodeId);
    this.#places.place(nodeId, node);
    this.#refresh();
  }

  /** Deletes an asset of this tab, unless a node shows it. */
  #throwAway(iri: string | null): void {
    if (iri !== null && !this.#states.nodes().some(([, node]) => importedFile(node) === iri)) {
      this.#assets.forget(iri);
      this.#discard(iri);
    }
  }

  #assetOf(node: SceneNode): Asset | undefined {
    return this.#assets.byIri.value.get(importedFile(node) ?? '');
  }

  #stopSending(nodeId: string): void {
    this.#uploads.cancel(nodeId);
    this.#kept.forget(nodeId);
    this.#sets.delete(nodeId);
  }

  #forget(nodeId: string): void {
    this.#stopSending(nodeId);
    this.#states.unwatch(nodeId);
    this.#places.forget(nodeId);
    this.#previous.forget(nodeId);
    this.#ended.forget(nodeId);
    this.#results.forget(nodeId);
    this.#records.take(nodeId);
  }
}
