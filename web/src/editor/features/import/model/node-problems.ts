import { isRepeated } from '@diorama/shared/scene/copies/generated-id.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { filesOfNode } from '../../../../scene/needed-assets.ts';
import type { AssetsManager } from '../../../managers/assets.ts';
import { Manager } from '../../../managers/manager.ts';
import type { SceneManager } from '../../../managers/scene.ts';
import { watch } from '../../../signals.ts';
import { isStopped } from './import-item.ts';
import type { ImportsManager } from './imports.ts';

/**
 * Node that is not drawn correctly. `unloaded` lists its files that failed to load, assets by iri; it is empty
 * for a model whose import failed.
 */
export type NodeProblem = { nodeId: string; name: string; unloaded: readonly string[] };

type NodeProblems = ReadonlyMap<string, NodeProblem>;

type NodeProblemSources = { assets: Pick<AssetsManager, 'unloaded'>; imports: Pick<ImportsManager, 'items'> };

/** Nodes that are not drawn correctly, by id; each change checks only the nodes that it touched. */
export class NodeProblemsManager extends Manager {
  readonly #scene: SceneManager;
  readonly #sources: NodeProblemSources;
  readonly #byNode = signal<NodeProblems>(new Map());
  readonly byNode: ReadonlySignal<NodeProblems> = this.#byNode;
  #stopped: ReadonlySet<string> = new Set();

  constructor(scene: SceneManager, sources: NodeProblemSources) {
    super();
    this.#scene = scene;
    this.#sources = sources;
    const { assets, imports } = sources;
    this.register(watch(() => assets.unloaded.value, this.#lookAtAll));
    this.register(watch(() => imports.items.value, this.#handleImports));
    this.register(
      scene.onChange((_document, { nodes, materials }) =>
        materials.size > 0 && assets.unloaded.value.size > 0 ? this.#lookAtAll() : this.#look(nodes),
      ),
    );
    this.#handleImports();
    this.#lookAtAll();
  }

  readonly #handleImports = (): void => {
    const before = this.#stopped;
    const stopped = this.#sources.imports.items.value.filter(isStopped);
    this.#stopped = new Set(stopped.map(({ nodeId }) => nodeId));
    this.#look(new Set([...before, ...this.#stopped]));
  };

  readonly #lookAtAll = (): void => this.#look(Object.keys(this.#scene.document.value.nodes));

  #look(ids: Iterable<string>): void {
    const before = this.byNode.value;
    const changes = [...ids].map((id) => [id, this.#troubleOf(id)] as const);
    const differing = changes.filter(([id, problem]) => !isSame(before.get(id), problem));
    if (differing.length === 0) {
      return;
    }
    const next = new Map(before);
    for (const [id, problem] of differing) {
      if (problem) {
        next.set(id, problem);
      } else {
        next.delete(id);
      }
    }
    this.#byNode.value = next;
  }

  #troubleOf(nodeId: string): NodeProblem | undefined {
    const node = isRepeated(nodeId) ? undefined : this.#scene.node(nodeId);
    if (!node) {
      return undefined;
    }
    const { name } = node;
    if (this.#stopped.has(nodeId)) {
      return { nodeId, name, unloaded: [] };
    }
    const failed = this.#sources.assets.unloaded.value;
    if (failed.size === 0) {
      return undefined;
    }
    const needed = new Set(filesOfNode(node, this.#scene.document.value.materials));
    const unloaded = [...needed].filter((iri) => failed.has(iri));
    return unloaded.length > 0 ? { nodeId, name, unloaded } : undefined;
  }
}

/**
 * Problems to mark in the view. Of several nodes that lack the same assets only the first is marked, as one
 * retry serves all.
 */
export function pinned(nodeProblems: NodeProblems): NodeProblem[] {
  const seen = new Set<string>();
  return [...nodeProblems.values()].filter(({ unloaded }) => {
    const isNew = unloaded.length === 0 || unloaded.some((iri) => !seen.has(iri));
    for (const iri of unloaded) {
      seen.add(iri);
    }
    return isNew;
  });
}

function isSame(a: NodeProblem | undefined, b: NodeProblem | undefined): boolean {
  return a?.nodeId === b?.nodeId && a?.name === b?.name && a?.unloaded.join() === b?.unloaded.join();
}
