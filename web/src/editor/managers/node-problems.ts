import { assetsOfNode } from '../../scene/needed-assets.ts';
import { type Readable, Store } from '../store.ts';
import type { AssetsManager } from './assets.ts';
import { isStopped } from './import-item.ts';
import type { ImportsManager } from './imports.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';

/**
 * Node that is not drawn correctly. `unloaded` lists the iris of its assets that failed to load; it is empty
 * for a model whose import failed.
 */
export type NodeProblem = { nodeId: string; name: string; unloaded: readonly string[] };

type NodeProblems = ReadonlyMap<string, NodeProblem>;

export type NodeProblemSources = {
  assets: Pick<AssetsManager, 'unloaded'>;
  imports: Pick<ImportsManager, 'get' | 'subscribe'>;
};

/** Nodes that are not drawn correctly, by id; each change checks only the nodes that it touched. */
export class NodeProblemsManager extends Manager implements Readable<NodeProblems> {
  readonly #scene: SceneManager;
  readonly #sources: NodeProblemSources;
  readonly #nodeProblems = new Store<NodeProblems>(new Map());
  #stopped: ReadonlySet<string> = new Set();

  constructor(scene: SceneManager, sources: NodeProblemSources) {
    super();
    this.#scene = scene;
    this.#sources = sources;
    const { assets, imports } = sources;
    this.register(assets.unloaded.subscribe(this.#lookAtAll));
    this.register(imports.subscribe(this.#handleImports));
    this.register(
      scene.onChange((_document, { nodes, materials }) =>
        materials.size > 0 && assets.unloaded.get().size > 0 ? this.#lookAtAll() : this.#look(nodes),
      ),
    );
    this.#handleImports();
    this.#lookAtAll();
  }

  readonly get = (): NodeProblems => this.#nodeProblems.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#nodeProblems.subscribe(listener);

  readonly #handleImports = (): void => {
    const before = this.#stopped;
    const stopped = this.#sources.imports.get().filter(isStopped);
    this.#stopped = new Set(stopped.map(({ nodeId }) => nodeId));
    this.#look(new Set([...before, ...this.#stopped]));
  };

  readonly #lookAtAll = (): void => this.#look(Object.keys(this.#scene.get().nodes));

  #look(ids: Iterable<string>): void {
    const before = this.get();
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
    this.#nodeProblems.set(next);
  }

  #troubleOf(nodeId: string): NodeProblem | undefined {
    const node = this.#scene.node(nodeId);
    if (!node) {
      return undefined;
    }
    const { name } = node;
    if (this.#stopped.has(nodeId)) {
      return { nodeId, name, unloaded: [] };
    }
    const failed = this.#sources.assets.unloaded.get();
    if (failed.size === 0) {
      return undefined;
    }
    const needed = new Set(assetsOfNode(node, this.#scene.get().materials));
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
