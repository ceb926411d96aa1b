/** Index of nodes by material. */
export class MaterialUsers {
  readonly #nodesOf = new Map<string, Set<string>>();

  /** Nodes that use a material. */
  of(material: string): string[] {
    return [...(this.#nodesOf.get(material) ?? [])];
  }

  /** Adds the materials of a node. */
  add(node: string, materials: readonly string[]): void {
    for (const material of materials) {
      this.#nodesOf.set(material, (this.#nodesOf.get(material) ?? new Set()).add(node));
    }
  }

  /** Removes the materials of a node. */
  remove(node: string, materials: readonly string[]): void {
    for (const material of materials) {
      const nodes = this.#nodesOf.get(material);
      nodes?.delete(node);
      if (nodes?.size === 0) {
        this.#nodesOf.delete(material);
      }
    }
  }
}
