/** Which nodes name which material. */
export class MaterialUsers {
  readonly #nodesOf = new Map<string, Set<string>>();

  /** The nodes that name a material. */
  of(material: string): string[] {
    return [...(this.#nodesOf.get(material) ?? [])];
  }

  /** A node names these materials from now on. */
  add(node: string, materials: readonly string[]): void {
    for (const material of materials) {
      this.#nodesOf.set(material, (this.#nodesOf.get(material) ?? new Set()).add(node));
    }
  }

  /** A node no longer names these materials. */
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
