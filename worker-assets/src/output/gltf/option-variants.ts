import type { Document, Material, Node, Primitive } from '@gltf-transform/core';
import { KHRMaterialsVariants, type MappingList } from '@gltf-transform/extensions';
import { copyToDocument, createDefaultPropertyResolver } from '@gltf-transform/functions';
import { primitivesIn, shownScene } from '../measure.ts';

const NAME = KHRMaterialsVariants.EXTENSION_NAME;

/** The material of each primitive of each node with a mesh, for one combination of choices. */
type VariantMaterials = { name: string; materials: (Material | null)[][] };

/**
 * Adds the materials of combinations to a document as variants, if all are equal otherwise. Only one of their documents is
 * in memory at a time.
 */
export async function addVariants<Scene>(
  document: Document,
  combinations: readonly { name: string; scene: Scene }[],
  build: (scene: Scene) => Promise<Document>,
): Promise<void> {
  const variants: VariantMaterials[] = [];
  for (const { name, scene } of combinations) {
    const materials = takeMaterials(document, await build(scene));
    if (!materials) {
      return;
    }
    variants.push({ name, materials });
  }
  if (variants.length > 1) {
    writeMaterialVariants(document, variants);
  }
}

/** Copies the materials of an equal document; null for one with another tree or other texture coordinates. */
function takeMaterials(document: Document, from: Document): VariantMaterials['materials'] | null {
  const [nodes, others] = [meshNodes(document), meshNodes(from)];
  if (!hasSameShapes(nodes, others)) {
    return null;
  }
  const copyOf = materialCopies(document, from);
  return nodes.map((node, at) =>
    partsOf(node).map((primitive, part) => {
      const [own, other] = [primitive.getMaterial(), partsOf(others[at])[part]?.getMaterial() ?? null];
      return isSame(own, other) ? own : copyOf(other);
    }),
  );
}

function writeMaterialVariants(document: Document, variants: readonly VariantMaterials[]): void {
  // Variants of single models would be mixed with those of the scene.
  for (const primitive of primitivesIn(document)) {
    primitive.setExtension(NAME, null);
  }
  const extension = document.createExtension(KHRMaterialsVariants);
  const named = variants.map(({ name }) => extension.createVariant(name));
  const lists = new Map<string, MappingList>();
  const ids = new Map<Material | null, number>();
  const listOf = (materials: readonly (Material | null)[]) => {
    const key = materials.map((one) => idOf(ids, one)).join(' ');
    const known = lists.get(key);
    if (known) {
      return known;
    }
    const list = extension.createMappingList();
    for (const [variant, of] of named.entries()) {
      list.addMapping(
        extension
          .createMapping()
          .setMaterial(materials[variant] ?? null)
          .addVariant(of),
      );
    }
    lists.set(key, list);
    return list;
  };
  for (const [at, node] of meshNodes(document).entries()) {
    const [mesh, primitives] = [node.getMesh(), partsOf(node)];
    const materials = primitives.map((_, part) => variants.map((one) => one.materials[at]?.[part] ?? null));
    const isFixed = primitives.map((one, part) =>
      materials[part]?.every((material) => material === one.getMaterial()),
    );
    if (mesh && !isFixed.every(Boolean)) {
      // Other nodes of the mesh may have other materials in a variant.
      const used = materials.map((list) => list.map((one) => idOf(ids, one)).join(' ')).join(', ');
      // Equal meshes of different names are not merged, which would lose variants.
      const own = mesh.clone().setName(`${mesh.getName()} (${used})`);
      node.setMesh(own);
      primitives.forEach((primitive, part) => {
        own.removePrimitive(primitive);
        const copy = primitive.clone();
        own.addPrimitive(isFixed[part] ? copy : copy.setExtension(NAME, listOf(materials[part] ?? [])));
      });
      if (mesh.listParents().every((parent) => parent.propertyType === 'Root')) {
        mesh.dispose();
      }
    }
  }
}

function meshNodes(document: Document): Node[] {
  const found: Node[] = [];
  shownScene(document)?.traverse((node) => {
    found.push(node);
  });
  return found.filter((node) => node.getMesh() !== null);
}

function hasSameShapes(nodes: readonly Node[], others: readonly Node[]): boolean {
  return (
    nodes.length === others.length &&
    nodes.every((node, i) => {
      const [own, other] = [node, others[i]].map(partsOf);
      return (
        own?.length === other?.length &&
        own?.every((primitive, part) => {
          const [a, b] = [primitive, other?.[part]].map((one) => one?.getAttribute('TEXCOORD_0') ?? null);
          return a === null || b === null ? a === b : sameNumbers(a?.getArray(), b?.getArray());
        })
      );
    })
  );
}

function sameNumbers(
  a: ArrayLike<number> | null | undefined,
  b: ArrayLike<number> | null | undefined,
): boolean {
  return a?.length === b?.length && Array.from(a ?? []).every((value, i) => value === b?.[i]);
}

function partsOf(node: Node | undefined): Primitive[] {
  return node?.getMesh()?.listPrimitives() ?? [];
}

function isSame(a: Material | null, b: Material | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

/** Copies materials of another document once each, with their textures. */
function materialCopies(document: Document, from: Document): (material: Material | null) => Material | null {
  const resolve = createDefaultPropertyResolver(document, from);
  const copied = new Map<Material, Material>();
  return (material) => {
    if (material === null) {
      return null;
    }
    const known = copied.get(material);
    // The copy of a property has its type.
    const copy = known ?? (copyToDocument(document, from, [material], resolve).get(material) as Material);
    copied.set(material, copy);
    return copy;
  };
}

function idOf(ids: Map<Material | null, number>, material: Material | null): number {
  const id = ids.get(material) ?? ids.size;
  ids.set(material, id);
  return id;
}
